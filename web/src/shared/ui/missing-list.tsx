// A list of missing values, each with a link to where it is entered.
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

export interface MissingItem {
  id: string
  label: string
  where: ReactNode
}

type MissingListProps = { title: string; items: readonly MissingItem[]; className?: string }

export function MissingList({ title, items, className }: MissingListProps) {
  return (
    <div className={cx('px-3.5 py-3 rounded-control bg-warn-soft text-warn', className)}>
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-[18px]" />
        {title}
      </p>
      <ul className="grid gap-1 mt-1.5 pl-[26px]">
        {items.map(({ id, label, where }) => (
          <li key={id}>
            {`${label}: `}
            {where}
          </li>
        ))}
      </ul>
    </div>
  )
}
