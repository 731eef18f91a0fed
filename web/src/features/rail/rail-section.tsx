// A section of the side rail: a small title, its rows, and the number of items that are not shown.
import { type ReactNode, useId } from 'react'
import { rail as copy } from '@/shared/copy/figures/rail'

type RailSectionProps = {
  title: string
  /** Shown beside the title. */
  count?: ReactNode
  /** Shown at the end of the title's line. */
  aside?: ReactNode
  /** The number of items that are not shown. */
  hidden?: number
  listClassName?: string
  children: ReactNode
}

export function RailSection({ title, count, aside, hidden = 0, listClassName, children }: RailSectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <div className="rail-head">
        <h2 id={titleId} className="text-12 font-medium text-ink-3">
          {title}
        </h2>
        {count}
        <span className="flex items-center ml-auto">{aside}</span>
      </div>
      <ul className={listClassName}>{children}</ul>
      {hidden > 0 ? <p className="num h-6 pt-1 text-12 text-ink-3">{copy.more(hidden)}</p> : null}
    </section>
  )
}
