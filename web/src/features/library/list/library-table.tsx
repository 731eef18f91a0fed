// The library as a table that is sorted by its column heads and whose rows can be selected. A narrow panel shows only
// cover, track, tempo, key and a menu.
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Document } from '@/entities/documents/document'
import { initialOrder, type LibraryFilter, type Sort } from '@/entities/documents/filter'
import { usePlayer } from '@/entities/player/player'
import { library as copy } from '@/shared/copy/library/library'
import { cx } from '@/shared/lib/cx'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { type TableColumn, WindowedTable } from '@/shared/ui/lists/windowed-table'
import { COLUMNS, LibraryRow } from './library-row'
import type { RowHandlers } from './row-actions'
import type { Selection } from './use-selection'
import '../library.css'

type LibraryTableProps = {
  list: PagedRows<Document>
  order: Ordering
  onOrder: (order: Ordering) => void
  handlers: RowHandlers
  selection: Selection
}

export function LibraryTable({ list, order, onOrder, handlers, selection }: LibraryTableProps) {
  const { current, isPlaying } = usePlayer()
  const { ids, all, clear } = selection
  const columns = COLUMNS.map(({ name, sort, align, nameClass, className }) => ({
    name,
    align,
    className,
    sort: sort ? sortWord(sort, order) : undefined,
    head: sort ? (
      <SortButton sort={sort} name={name} order={order} onOrder={onOrder} />
    ) : name === copy.moreColumns.select ? (
      <Checkbox
        label={<span className="sr-only">{copy.selectAll}</span>}
        checked={ids.size > 0 && ids.size === list.rows.length}
        indeterminate={ids.size > 0 && ids.size < list.rows.length}
        onCheckedChange={() => (ids.size === list.rows.length ? clear() : all())}
        className="gap-0! px-1 -mx-1"
      />
    ) : (
      <span className={nameClass}>{name}</span>
    ),
  }))
  return (
    <WindowedTable
      label={copy.title}
      columns={columns}
      list={list}
      renderRow={(document, rowIndex) => (
        <LibraryRow
          document={document}
          rowIndex={rowIndex}
          isCurrent={document.id === current?.id}
          isPlaying={document.id === current?.id && isPlaying}
          isSelected={ids.has(document.id)}
          handlers={handlers}
        />
      )}
    />
  )
}

type Ordering = Pick<LibraryFilter, 'sort' | 'order'>

function sortWord(sort: Sort, order: Ordering): TableColumn['sort'] {
  if (order.sort !== sort) return 'none'
  return order.order === 'asc' ? 'ascending' : 'descending'
}

type SortButtonProps = { sort: Sort; name: string; order: Ordering; onOrder: (order: Ordering) => void }

function SortButton({ sort, name, order, onOrder }: SortButtonProps) {
  const isOn = order.sort === sort
  const Arrow = order.order === 'asc' ? ArrowUp : ArrowDown
  const turned = order.order === 'asc' ? 'desc' : 'asc'
  return (
    <button
      type="button"
      onClick={() => onOrder({ sort, order: isOn ? turned : initialOrder(sort) })}
      className={cx('inline-flex items-center gap-1 rounded-small hover:text-ink', isOn && 'text-ink')}
    >
      {name}
      {isOn ? <Arrow aria-hidden className="size-3 stroke-2" /> : null}
    </button>
  )
}
