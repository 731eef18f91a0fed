// The column head by which a table can be sorted. Pressing it again reverses the order.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '@/shared/lib/cx'
import type { TableColumn } from './windowed-table'

export type Order = 'asc' | 'desc'

type SortButtonProps = {
  name: string
  /** The sort order of this column; null while the table is sorted by another column. */
  order: Order | null
  onPress: () => void
  align?: 'right'
}

export function SortButton({ name, order, onPress, align }: SortButtonProps) {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'group/sort inline-flex items-center gap-1 min-h-6 rounded-small hover:text-ink',
        align === 'right' && 'flex-row-reverse',
        order !== null && 'text-ink',
      )}
    >
      {name}
      <Arrow
        aria-hidden
        className={cx('size-3 stroke-2', order === null && 'opacity-0 group-hover/sort:opacity-60')}
      />
    </button>
  )
}

/** Returns the value of the column's aria-sort attribute. */
export function ariaSortOf(order: Order | null): TableColumn['sort'] {
  if (order === null) return 'none'
  return order === 'asc' ? 'ascending' : 'descending'
}
