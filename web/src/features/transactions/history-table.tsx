// The transactions as a ledger table of seven columns. In a narrow panel a row keeps its icon, name, day and amount,
// with the status under the amount.
import { memo, useMemo } from 'react'
import { type HistoryFilter, initialOrder, type Sort } from '@/entities/transactions/filter'
import type { Transaction } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/money/transactions'
import { cx } from '@/shared/lib/cx'
import { dayText, shortDayText, timeText } from '@/shared/lib/time/calendar'
import { ariaSortOf, SortButton } from '@/shared/ui/lists/sort-button'
import { Cell, Row } from '@/shared/ui/lists/table'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { WindowedTable } from '@/shared/ui/lists/windowed-table'
import { RowActions, type RowHandlers } from './row-actions'
import { isLong, SignedAmount } from './signed-amount'
import { StatusBadge } from './status-badge'
import { TypeGlyph } from './type-glyph'

type Ordering = Pick<HistoryFilter, 'sort' | 'order'>

type HistoryTableProps = {
  list: PagedRows<Transaction>
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  handlers: RowHandlers
}

export function HistoryTable({ list, ordering, onOrder, handlers }: HistoryTableProps) {
  const hasLong = useMemo(() => list.rows.some(isLong), [list.rows])
  const columns = COLUMNS.map(({ sortBy, ...plain }) => {
    const column =
      sortBy === 'amount' && hasLong ? { ...plain, className: 'w-[156px] @min-[760px]:w-[176px]' } : plain
    if (sortBy === undefined) return column
    const order = ordering.sort === sortBy ? ordering.order : null
    const next = order === null ? initialOrder(sortBy) : order === 'asc' ? 'desc' : 'asc'
    return {
      ...column,
      sort: ariaSortOf(order),
      head: (
        <SortButton
          name={column.name}
          order={order}
          align={column.align}
          onPress={() => onOrder({ sort: sortBy, order: next })}
        />
      ),
    }
  })
  return (
    <WindowedTable
      label={copy.title}
      columns={columns}
      list={list}
      renderRow={(transaction, rowIndex) => (
        <HistoryRow transaction={transaction} rowIndex={rowIndex} handlers={handlers} />
      )}
    />
  )
}

// Class names in the order of the columns; some columns are shown only in a wide panel.
const WIDE_ONLY = 'hidden @min-[760px]:table-cell'
const COLUMN_CLASSES = [
  'w-[54px] sm:w-[64px] @min-[760px]:w-[104px] @min-[1000px]:w-[144px]',
  '',
  cx('w-[108px] @min-[1000px]:w-[112px]', WIDE_ONLY),
  cx('w-[84px] @min-[1000px]:w-[88px]', WIDE_ONLY),
  'w-[124px] @min-[760px]:w-[132px] @min-[1000px]:w-[152px]',
  cx('w-[120px]', WIDE_ONLY),
  'w-[60px] sm:w-[76px] @min-[880px]:w-[124px]',
]
const SORT_COLUMNS: Partial<Record<string, Sort>> = { Transaction: 'title', Date: 'date', Amount: 'amount' }
const COLUMNS = copy.columns.map((name, index) => ({
  name,
  sortBy: SORT_COLUMNS[name],
  align: name === 'Amount' || name === 'Actions' ? ('right' as const) : undefined,
  className: COLUMN_CLASSES[index],
}))

type HistoryRowProps = { transaction: Transaction; rowIndex: number; handlers: RowHandlers }

const HistoryRow = memo(function HistoryRow({ transaction, rowIndex, handlers }: HistoryRowProps) {
  const { type, title, reference, date, time, status } = transaction
  return (
    <Row data-row aria-rowindex={rowIndex}>
      <Cell className={ROW}>
        <span className="flex items-center gap-3">
          {/* In a panel of medium width seven columns leave no space for both icon and word. */}
          <span className="@min-[760px]:hidden @min-[1000px]:block">
            <TypeGlyph type={type} />
          </span>
          <span className="sr-only @min-[760px]:not-sr-only">{copy.types[type]}</span>
        </span>
      </Cell>
      <Cell strong className={ROW}>
        <button type="button" onClick={() => handlers.onView(transaction)} className={titleButtonClass}>
          {title}
        </button>
        <span className="num block truncate text-12 font-regular text-ink-3">
          <span className="hidden @min-[760px]:inline">{reference}</span>
          <span className="@min-[760px]:hidden">{`${shortDayText(date)}, ${timeText(time)}`}</span>
        </span>
      </Cell>
      <Cell dim className={cx(ROW, WIDE_ONLY, 'num')}>
        {dayText(date)}
      </Cell>
      <Cell dim className={cx(ROW, WIDE_ONLY, 'num')}>
        {timeText(time)}
      </Cell>
      <Cell numeric className={ROW}>
        <SignedAmount transaction={transaction} />
        <span className="block mt-0.5 @min-[760px]:hidden">
          <StatusBadge status={status} />
        </span>
      </Cell>
      <Cell className={cx(ROW, WIDE_ONLY)}>
        <StatusBadge status={status} />
      </Cell>
      <Cell className={ROW}>
        <RowActions transaction={transaction} handlers={handlers} />
      </Cell>
    </Row>
  )
})

const ROW = 'h-[80px]! @min-[760px]:h-(--row)!'

/** At most two lines in a narrow panel and one in a wide panel, because all rows must have the same height. */
const titleButtonClass = cx(
  'max-w-full text-left break-words rounded-small hover:underline underline-offset-3 line-clamp-2 whitespace-normal',
  '@min-[760px]:block @min-[760px]:truncate @min-[760px]:whitespace-nowrap',
)
