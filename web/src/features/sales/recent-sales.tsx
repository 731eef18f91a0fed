// The newest sales, as the dashboard shows them. Each links to itself in the history.
import { Link } from '@tanstack/react-router'
import type { Sale } from '@/entities/sales/sale'
import { PATHS } from '@/shared/config/paths'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { sales as saleCopy } from '@/shared/copy/sales'
import { cx } from '@/shared/lib/cx'
import { shortDayText } from '@/shared/lib/time/calendar'
import { Cell, HeadCell, Row } from '@/shared/ui/lists/table'
import { isLong, SaleAmount } from './sale-amount'
import { StatusBadge } from './status-badge'

const { salesColumns: columns } = copy

// Columns that are shown only in a panel that is wide enough.
const WIDE = 'hidden @min-[560px]:table-cell'
const WIDEST = 'hidden @min-[660px]:table-cell'
/** Smaller padding for panels between the two widths, to leave more space for the title. */
const CLOSE = '@min-[560px]:@max-[659px]:px-1.5!'

export function RecentSales({ sales }: { sales: readonly Sale[] }) {
  return (
    <div className="@container">
      <table aria-label={copy.recentSales} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <HeadCell className={cx('static! w-[104px]', WIDE)}>{columns.date}</HeadCell>
            <HeadCell className={cx('static! @max-[559px]:pl-(--pad)!', CLOSE)}>{columns.beat}</HeadCell>
            <HeadCell className={cx('static!', WIDE, CLOSE)}>{columns.client}</HeadCell>
            <HeadCell className={cx('static! w-[100px]', WIDEST)}>{columns.license}</HeadCell>
            <HeadCell className={cx('static! w-[116px]', WIDE, CLOSE)}>{columns.status}</HeadCell>
            <HeadCell numeric className={cx('static!', sales.some(isLong) ? 'w-[168px]' : 'w-[128px]')}>
              {columns.amount}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => (
            <SaleRow key={sale.id} sale={sale} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SaleRow({ sale }: { sale: Sale }) {
  const { id, date, title, client, license, status } = sale
  return (
    <Row>
      <Cell dim className={cx('num', WIDE)}>
        {shortDayText(date)}
      </Cell>
      <Cell strong className={cx('@max-[559px]:pl-(--pad)! @max-[559px]:h-[64px]!', CLOSE)}>
        <Link
          to={PATHS.sales}
          search={{ sale: id }}
          className="block truncate rounded-small hover:underline underline-offset-3"
        >
          {title}
        </Link>
        <span className="block truncate text-12 font-regular text-ink-3 @min-[560px]:hidden">
          {`${client} · ${shortDayText(date)}`}
        </span>
      </Cell>
      <Cell dim className={cx(WIDE, CLOSE)}>
        <span className="block truncate">{client}</span>
      </Cell>
      <Cell dim className={WIDEST}>
        {saleCopy.licenses[license]}
      </Cell>
      <Cell className={cx(WIDE, CLOSE)}>
        <StatusBadge status={status} />
      </Cell>
      <Cell numeric>
        <SaleAmount sale={sale} />
        <span className="block mt-0.5 @min-[560px]:hidden">
          <StatusBadge status={status} />
        </span>
      </Cell>
    </Row>
  )
}
