// A list of names and values with lines between them. A long text stands under its name and takes the whole width.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx('grid grid-cols-[minmax(96px,auto)_minmax(0,1fr)]', className)}>{children}</dl>
}

type FactProps = {
  name: string
  children: ReactNode
  /** True keeps a small first letter, for names and addresses. */
  verbatim?: boolean
}

export function Fact({ name, children, verbatim = false }: FactProps) {
  return (
    <div className="contents [&>*]:py-2.5 [&>*]:border-t [&>*]:border-line">
      <dt className="pr-4 text-ink-3">{name}</dt>
      <dd className={cx('min-w-0 text-right break-words', !verbatim && 'first-letter:uppercase')}>
        {children}
      </dd>
    </div>
  )
}

export function LongFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 py-2.5 border-t border-line">
      <dt className="text-ink-3">{name}</dt>
      <dd className="mt-1 whitespace-pre-line break-words">{children}</dd>
    </div>
  )
}
