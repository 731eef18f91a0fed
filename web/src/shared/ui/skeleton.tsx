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

interface SkeletonRowsProps {
  /** The width of each row's text. */
  widths: readonly number[]
  /** The height of a row. */
  className: string
}

/** The skeleton of list rows: a mark, a text, and a figure at the end. */
export function SkeletonRows({ widths, className }: SkeletonRowsProps) {
  return widths.map((width) => (
    <div key={width} className={cx('flex items-center gap-3 px-(--pad) border-t border-line', className)}>
      <Skeleton width={32} height={32} className="rounded-control" />
      <Skeleton width={width} className="mr-auto shrink!" />
      <Skeleton width={72} />
    </div>
  ))
}

/** The skeleton of a few figures side by side, each with its name above it. */
export function SkeletonFigures({ widths, className }: SkeletonRowsProps) {
  return widths.map((width) => (
    <div key={width} className={cx('min-w-0 px-(--pad)', className)}>
      <Skeleton width={88} className="my-1.5" />
      <Skeleton width={width} height={24} className="mt-3 mb-2" />
    </div>
  ))
}

/** The skeleton of a payment card: brand, staff, number, holder. */
export function SkeletonCard() {
  return (
    <div className="flex flex-col aspect-[1.586] p-5 rounded-panel border border-line bg-surface-2">
      <div className="flex justify-between">
        <Skeleton width={56} />
        <Skeleton width={48} />
      </div>
      <Skeleton height={32} className="my-auto" />
      <Skeleton width="75%" height={16} />
      <Skeleton width={96} height={10} className="mt-4" />
    </div>
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
