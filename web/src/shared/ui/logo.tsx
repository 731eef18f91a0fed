// The mark: three staff lines, and the note that needs a fourth. The product's name stands beside it as text.
import { cx } from '@/shared/lib/cx'

export function LogoMark({ size = 26, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 26 26"
      fill="none"
      aria-hidden="true"
      className={cx('flex-none', className)}
    >
      <path
        d="M2 14.5h22M2 19h22M2 23.5h22M7.5 8h16"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
      <ellipse
        className="fill-accent-text"
        cx="15.5"
        cy="8"
        rx="5.4"
        ry="3.9"
        transform="rotate(-24 15.5 8)"
      />
    </svg>
  )
}
