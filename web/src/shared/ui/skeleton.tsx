// A placeholder of loading content in its final size. It waits 150 ms before it shows, so that a quick answer does
// not flicker; wrap the group in Loading, which announces it to screen readers.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

interface SkeletonProps {
  width?: number | string
  height?: number | string
  round?: boolean
  className?: string
}

export function Skeleton({ width = '100%', height = 12, round = false, className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'block bg-skeleton animate-breathe flex-none max-w-full',
        round ? 'rounded-pill' : 'rounded-small',
        className,
      )}
      style={{ width, height }}
    />
  )
}

export function Loading({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="status" className={cx('appear-late', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
