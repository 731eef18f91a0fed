// A table of any length under a head that stays below the top bar. Only the rows near the view are drawn, and the next
// page is requested before the last row comes into view. Each row that `renderRow` returns must carry `data-row`, have
// the same height as the others, and put `rowIndex` into aria-rowindex.
import { Fragment, type ReactNode, useEffect } from 'react'
import { cx } from '@/shared/lib/cx'
import { HeadCell, SpacerRow } from './table'
import type { PagedRows } from './use-paged-rows'
import { useRowWindow } from './use-row-window'

/** How many rows may be left below the drawn ones when the next page is requested. */
const ROWS_AHEAD = 40

export interface TableColumn {
  name: string
  align?: 'right'
  className?: string
  /** The content of the head cell; the column's name by default. */
  head?: ReactNode
  sort?: 'none' | 'ascending' | 'descending'
}

interface WindowedTableProps<Row> {
  label: string
  columns: readonly TableColumn[]
  list: PagedRows<Row>
  renderRow: (row: Row, rowIndex: number) => ReactNode
}

export function WindowedTable<Row extends { id: string }>({
  label,
  columns,
  list,
  renderRow,
}: WindowedTableProps<Row>) {
  const { rows, total, loadMore } = list
  const { body, first, end, before, after } = useRowWindow(rows.length)
  const canLoadMore = list.hasNextPage && !list.isLoadingMore && !list.hasMoreFailed
  const isNearEnd = canLoadMore && end + ROWS_AHEAD >= rows.length

  useEffect(() => {
    if (isNearEnd) loadMore()
  }, [isNearEnd, loadMore])

  return (
    <table
      aria-label={label}
      aria-rowcount={total + 1}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map(({ name, align, className, head, sort }) => (
            <HeadCell key={name} align={align} aria-sort={sort} className={cx('top-(--topbar)!', className)}>
              {head ?? name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <SpacerRow height={before} />
        {rows.slice(first, end).map((row, index) => (
          <Fragment key={row.id}>{renderRow(row, first + index + 2)}</Fragment>
        ))}
        <SpacerRow height={after} />
      </tbody>
    </table>
  )
}
