// An empty list or screen: a drawing of a whole rest, a title, one sentence why, one action.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

interface EmptyStateProps {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** The heading level of the title. */
  level?: 1 | 2 | 3
  className?: string
}

export function EmptyState({ title, children, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx('grid justify-items-center gap-1.5 px-(--pad) py-12 text-center', className)}>
      <WholeRest />
      <Heading className="mt-2.5 text-16">{title}</Heading>
      {children ? <p className="max-w-[40ch] text-ink-2">{children}</p> : null}
      {action ? <div className="mt-2.5">{action}</div> : null}
    </div>
  )
}

function WholeRest() {
  return (
    <svg width="120" height="48" viewBox="0 0 120 48" fill="none" aria-hidden="true">
      <path className="stroke-line-strong" d="M4 8.5h112M4 16.5h112M4 24.5h112M4 32.5h112M4 40.5h112" />
      <path className="stroke-ink-3" d="M4.5 8v33M112.5 8v33" />
      <path className="stroke-ink-3" d="M115 8v33" strokeWidth="3" />
      <path className="fill-accent" d="M48 17h24v7H48z" />
    </svg>
  )
}
