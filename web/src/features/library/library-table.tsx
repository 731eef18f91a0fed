// The library as a table. However many items there are, only those near the view are drawn; the next page is
// asked for before the last row comes into sight. A narrow place keeps play, track, tempo, key and a menu.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect } from 'react'
import type { Document } from '@/entities/documents/document'
import { firstOrder, type LibraryFilter, type Sort } from '@/entities/documents/filter'
import { usePlayer } from '@/entities/player/player'
import { library as copy } from '@/shared/copy/media'
import { cx } from '@/shared/lib/cx'
import { HeadCell } from '@/shared/ui/lists/table'
import { useRowWindow } from '@/shared/ui/lists/use-row-window'
import { COLUMNS, LibraryRow } from './library-row'
import type { RowDeeds } from './row-actions'

/** Rows left below the drawn ones when the next page is asked for. */
const ASK_AHEAD = 40

type LibraryTableProps = {
  rows: readonly Document[]
  /** How many there are in all, for screen readers. */
  total: number
  hasMore: boolean
  onMore: () => void
  order: Pick<LibraryFilter, 'sort' | 'order'>
  onOrder: (order: Pick<LibraryFilter, 'sort' | 'order'>) => void
  deeds: RowDeeds
}

export function LibraryTable({ rows, total, hasMore, onMore, order, onOrder, deeds }: LibraryTableProps) {
  const { body, first, end, before, after } = useRowWindow(rows.length)
  const { current, isPlaying } = usePlayer()
  const isNearEnd = hasMore && end + ASK_AHEAD >= rows.length

  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, onMore])

  return (
    <table
      aria-label={copy.title}
      aria-rowcount={total + 1}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map(({ name, sort, align, nameClass, className }) => (
            <HeadCell
              key={name}
              align={align}
              aria-sort={sort ? sortWord(sort, order) : undefined}
              className={cx('top-(--topbar)!', className)}
            >
              {sort ? (
                <SortButton sort={sort} name={name} order={order} onOrder={onOrder} />
              ) : (
                <span className={nameClass}>{name}</span>
              )}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={before} />
        {rows.slice(first, end).map((document, index) => (
          <LibraryRow
            key={document.id}
            document={document}
            rowIndex={first + index + 2}
            isCurrent={document.id === current?.id}
            isPlaying={document.id === current?.id && isPlaying}
            deeds={deeds}
          />
        ))}
        <Spacer height={after} />
      </tbody>
    </table>
  )
}

type Ordering = Pick<LibraryFilter, 'sort' | 'order'>

function sortWord(sort: Sort, order: Ordering) {
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
      onClick={() => onOrder({ sort, order: isOn ? turned : firstOrder(sort) })}
      className={cx('inline-flex items-center gap-1 rounded-small hover:text-ink', isOn && 'text-ink')}
    >
      {name}
      {isOn ? <Arrow aria-hidden className="size-3 stroke-2" /> : null}
    </button>
  )
}

function Spacer({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden>
      {/* One cell only: spanning columns that a narrow place hides would bring them back as gaps. */}
      <td style={{ height, padding: 0 }} />
    </tr>
  )
}
