// The sales as a ledger table of six columns. However many rows there are, only those near the view are drawn;
// the next page is asked for before the last row comes into sight. In a narrow place a row keeps its name,
// client, day and amount, with the status under the amount.
import { memo, useEffect } from 'react'
import type { Sale } from '@/entities/sales/sale'
import { sales as copy } from '@/shared/copy/sales'
import { dayText, shortDayText } from '@/shared/lib/calendar'
import { cx } from '@/shared/lib/cx'
import { Cell, HeadCell, Row, SpacerRow } from '@/shared/ui/lists/table'
import { useRowWindow } from '@/shared/ui/lists/use-row-window'
import { RowActions, type SaleDeeds } from './row-actions'
import { SaleAmount } from './sale-amount'
import { StatusBadge } from './status-badge'

/** Rows left below the drawn ones when the next page is asked for. */
const ASK_AHEAD = 40

type SalesTableProps = {
  rows: readonly Sale[]
  /** How many there are in all, for screen readers. */
  total: number
  hasMore: boolean
  onMore: () => void
  deeds: SaleDeeds
}

export function SalesTable({ rows, total, hasMore, onMore, deeds }: SalesTableProps) {
  const { body, first, end, before, after } = useRowWindow(rows.length)
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
          {copy.columns.map((name, index) => (
            <HeadCell
              key={name}
              align={name === 'Amount' || name === 'Actions' ? 'right' : undefined}
              className={cx('top-(--topbar)!', COLUMNS[index])}
            >
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <SpacerRow height={before} />
        {rows.slice(first, end).map((sale, index) => (
          <SaleRow key={sale.id} sale={sale} rowIndex={first + index + 2} deeds={deeds} />
        ))}
        <SpacerRow height={after} />
      </tbody>
    </table>
  )
}

// In the order of the columns; what is hidden comes back where the panel is wide enough. Where the number is
// hidden the name becomes the first cell and takes over the panel's padding.
const WIDE_ONLY = 'hidden @min-[760px]:table-cell'
const FIRST = '@max-[759px]:pl-(--pad)!'
const COLUMNS = [
  cx('w-[112px]', WIDE_ONLY),
  FIRST,
  'w-[124px] @min-[760px]:w-[132px]',
  cx('w-[128px] pl-6!', WIDE_ONLY),
  cx('w-[128px]', WIDE_ONLY),
  'w-[60px] sm:w-[76px] @min-[760px]:w-[140px]',
]

type SaleRowProps = { sale: Sale; rowIndex: number; deeds: SaleDeeds }

const SaleRow = memo(function SaleRow({ sale, rowIndex, deeds }: SaleRowProps) {
  const { reference, title, client, license, date, status } = sale
  return (
    <Row data-row aria-rowindex={rowIndex}>
      <Cell dim className={cx(ROW, WIDE_ONLY, 'num text-12')}>
        {reference}
      </Cell>
      <Cell strong className={cx(ROW, FIRST)}>
        <button type="button" onClick={() => deeds.onView(sale)} className={titleButtonClass}>
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
        <RowActions sale={sale} deeds={deeds} />
      </Cell>
    </Row>
  )
})

const ROW = 'h-[80px]! @min-[760px]:h-[60px]!'

/** Two lines where the place is narrow, one where it is wide; never more, for rows must be equally high. */
const titleButtonClass = cx(
  'max-w-full text-left break-words rounded-small hover:underline underline-offset-3 line-clamp-2 whitespace-normal',
  '@min-[760px]:block @min-[760px]:truncate @min-[760px]:whitespace-nowrap',
)
