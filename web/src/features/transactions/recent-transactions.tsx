// The newest few, as Finances shows them.
import type { Transaction } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/transactions'
import { shortDayText } from '@/shared/lib/calendar'
import { Cell, HeadCell, Row } from '@/shared/ui/table'
import { SignedAmount } from './signed-amount'
import { StatusBadge } from './status-badge'
import { TypeGlyph } from './type-glyph'

type RecentTransactionsProps = {
  label: string
  transactions: readonly Transaction[]
  onView: (transaction: Transaction) => void
}

export function RecentTransactions({ label, transactions, onView }: RecentTransactionsProps) {
  const [, transaction, , , amount, status] = copy.columns
  return (
    <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr>
          <HeadCell className="static!">{transaction}</HeadCell>
          <HeadCell wideOnly className="static! w-[124px]">
            {status}
          </HeadCell>
          <HeadCell align="right" className="static! w-[120px] sm:w-[140px]">
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
                    className="max-w-full text-left break-words rounded-small hover:underline underline-offset-3 line-clamp-2 whitespace-normal sm:line-clamp-1"
                  >
                    <span className="sr-only">{`${copy.types[row.type]}: `}</span>
                    {row.title}
                  </button>
                  <span className="num block truncate text-12 font-regular text-ink-3">
                    <span className="max-sm:hidden">{`${row.reference} · `}</span>
                    {`${shortDayText(row.date)}, ${row.time}`}
                  </span>
                </span>
              </span>
            </Cell>
            <Cell wideOnly className="h-[68px]!">
              <StatusBadge status={row.status} />
            </Cell>
            <Cell numeric className="h-[68px]!">
              <SignedAmount transaction={row} />
              <span className="block mt-0.5 sm:hidden">
                <StatusBadge status={row.status} />
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </table>
  )
}
