// The newest transactions, as Finances shows them. In a narrow panel the status stands under the amount.
import type { Transaction } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/money/transactions'
import { cx } from '@/shared/lib/cx'
import { shortDayText, timeText } from '@/shared/lib/time/calendar'
import { Cell, HeadCell, Row } from '@/shared/ui/lists/table'
import { isLong, SignedAmount } from './signed-amount'
import { StatusBadge } from './status-badge'
import { TypeGlyph } from './type-glyph'

// Shown by the width of the container, not of the window, because a wide window has a right column.
const WIDE = 'hidden @min-[440px]:table-cell'

type RecentTransactionsProps = {
  label: string
  transactions: readonly Transaction[]
  onView: (transaction: Transaction) => void
}

export function RecentTransactions({ label, transactions, onView }: RecentTransactionsProps) {
  const [, transaction, , , amount, status] = copy.columns
  return (
    <div className="@container grid">
      <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <HeadCell className="static!">{transaction}</HeadCell>
            <HeadCell className={cx('static! w-[116px]', WIDE)}>{status}</HeadCell>
            <HeadCell
              align="right"
              className={cx('static!', transactions.some(isLong) ? 'w-[176px]' : 'w-[128px]')}
            >
              {amount}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {transactions.map((row) => (
            <Row key={row.id}>
              <Cell strong className="h-[68px]!">
                <span className="flex items-center gap-3">
                  <TypeGlyph type={row.type} />
                  <span className="min-w-0">
                    <button
                      type="button"
                      onClick={() => onView(row)}
                      className="max-w-full text-left break-words rounded-small hover:underline underline-offset-3 line-clamp-2 whitespace-normal @min-[520px]:line-clamp-1"
                    >
                      <span className="sr-only">{`${copy.types[row.type]}: `}</span>
                      {row.title}
                    </button>
                    <span className="num block truncate text-12 font-regular text-ink-3">
                      <span className="hidden @min-[420px]:inline">{`${row.reference} · `}</span>
                      {shortDayText(row.date)}
                      <span className="hidden @min-[520px]:inline">{`, ${timeText(row.time)}`}</span>
                    </span>
                  </span>
                </span>
              </Cell>
              <Cell className={cx('h-[68px]!', WIDE)}>
                <StatusBadge status={row.status} />
              </Cell>
              <Cell numeric className="h-[68px]!">
                <SignedAmount transaction={row} />
                <span className="block mt-0.5 @min-[440px]:hidden">
                  <StatusBadge status={row.status} />
                </span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}
