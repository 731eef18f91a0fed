// A small spinner beside a text that says what is going on; without such a text give it a label.
import { cx } from '@/shared/lib/cx'

export function Spinner({
  size = 20,
  label,
  className,
}: {
  size?: number
  label?: string
  className?: string
}) {
  return (
    <svg
      className={cx('animate-spin flex-none', className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
