// The sales as a ledger table of six columns. In a narrow panel a row keeps its name, client, day and amount, with the
// status under the amount.
import { memo, useMemo } from 'react'
import type { SaleSort } from '@/entities/sales/filter'
import type { Sale } from '@/entities/sales/sale'
import { sales as copy } from '@/shared/copy/sales'
import { cx } from '@/shared/lib/cx'
import { dayText, shortDayText } from '@/shared/lib/time/calendar'
import { ariaSortOf, type Order, SortButton } from '@/shared/ui/lists/sort-button'
import { Cell, Row } from '@/shared/ui/lists/table'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { WindowedTable } from '@/shared/ui/lists/windowed-table'
import { RowActions, type SaleHandlers } from './row-actions'
import { isLong, SaleAmount } from './sale-amount'
import { StatusBadge } from './status-badge'

type SalesTableProps = {
  list: PagedRows<Sale>
  sort: SaleSort
  onSort: (sort: SaleSort) => void
  handlers: SaleHandlers
}

export function SalesTable({ list, sort, onSort, handlers }: SalesTableProps) {
  const hasLong = useMemo(() => list.rows.some(isLong), [list.rows])
  const columns = COLUMNS.map(({ sorts, ...plain }) => {
    const column =
      plain.name === 'Amount' && hasLong ? { ...plain, className: 'w-[156px] @min-[760px]:w-[176px]' } : plain
    if (sorts === undefined) return column
    const now = sorts.find(([word]) => word === sort)
    const other = sorts.find(([word]) => word !== sort) ?? sorts[0]
    const order = now?.[1] ?? null
    return {
      ...column,
      sort: ariaSortOf(order),
      head: (
        <SortButton
          name={column.name}
          order={order}
          align={column.align}
          onPress={() => onSort((now ? other : sorts[0])[0])}
        />
      ),
    }
  })
  return (
    <WindowedTable
      label={copy.title}
      columns={columns}
      list={list}
      renderRow={(sale, rowIndex) => <SaleRow sale={sale} rowIndex={rowIndex} handlers={handlers} />}
    />
  )
}

// Class names in the order of the columns; some columns are shown only in a wide panel. Where the number is
// hidden the name becomes the first cell and takes over the panel's padding.
const WIDE_ONLY = 'hidden @min-[760px]:table-cell'
const FIRST = '@max-[759px]:pl-(--pad)!'
const COLUMN_CLASSES = [
  cx('w-[112px]', WIDE_ONLY),
  FIRST,
  'w-[124px] @min-[760px]:w-[132px]',
  cx('w-[128px] pl-6!', WIDE_ONLY),
  cx('w-[128px]', WIDE_ONLY),
  'w-[60px] sm:w-[76px] @min-[760px]:w-[140px]',
]
/** The sort orders of a column; the first one applies when the column is first chosen. */
const SORTS: Partial<Record<string, [[SaleSort, Order], ...[SaleSort, Order][]]>> = {
  Transaction: [
    ['title', 'asc'],
    ['title-desc', 'desc'],
  ],
  Amount: [
    ['highest', 'desc'],
    ['lowest', 'asc'],
  ],
  Date: [
    ['newest', 'desc'],
    ['oldest', 'asc'],
  ],
}
const COLUMNS = copy.columns.map((name, index) => ({
  name,
  sorts: SORTS[name],
  align: name === 'Amount' || name === 'Actions' ? ('right' as const) : undefined,
  className: COLUMN_CLASSES[index],
}))

type SaleRowProps = { sale: Sale; rowIndex: number; handlers: SaleHandlers }

const SaleRow = memo(function SaleRow({ sale, rowIndex, handlers }: SaleRowProps) {
  const { reference, title, client, license, date, status } = sale
  return (
    <Row
      data-row
      aria-rowindex={rowIndex}
      className="cursor-pointer"
      // A click anywhere in the row opens the sale, as its title does, unless it hits a control or ends a text
      // selection.
      onClick={({ target, currentTarget }) => {
        const pressed = (target as Element).closest('button, a, [role="menu"]')
        const isInside = currentTarget.contains(target as Element)
        if (!pressed && isInside && window.getSelection()?.isCollapsed !== false) handlers.onView(sale)
      }}
    >
      <Cell dim className={cx(ROW, WIDE_ONLY, 'num text-12')}>
        {reference}
      </Cell>
      <Cell strong className={cx(ROW, FIRST)}>
        <button type="button" onClick={() => handlers.onView(sale)} className={titleButtonClass}>
          {title}
        </button>
        <span className="block truncate text-12 font-regular text-ink-3">
          <span className="hidden @min-[760px]:inline">{`${client} · ${copy.licenses[license]}`}</span>
          <span className="@min-[760px]:hidden">{`${client} · ${shortDayText(date)}`}</span>
        </span>
      </Cell>
      <Cell numeric className={ROW}>
        <SaleAmount sale={sale} />
        <span className="block mt-0.5 @min-[760px]:hidden">
          <StatusBadge status={status} />
        </span>
      </Cell>
      <Cell dim className={cx(ROW, WIDE_ONLY, 'num pl-6!')}>
        {dayText(date)}
      </Cell>
      <Cell className={cx(ROW, WIDE_ONLY)}>
        <StatusBadge status={status} />
      </Cell>
      <Cell className={ROW}>
        <RowActions sale={sale} handlers={handlers} />
      </Cell>
    </Row>
  )
})

const ROW = 'h-[80px]! @min-[760px]:h-(--row-two-lines)!'

/** At most two lines in a narrow panel and one in a wide panel, because all rows must have the same height. */
const titleButtonClass = cx(
  'max-w-full text-left break-words rounded-small hover:underline underline-offset-3 line-clamp-2 whitespace-normal',
  '@min-[760px]:block @min-[760px]:truncate @min-[760px]:whitespace-nowrap',
)
