// The amount of a transaction with its sign and its own currency. A transaction that moved no money is dimmed.
import type { Transaction } from '@/entities/transactions/transaction'
import { cx } from '@/shared/lib/cx'
import { formatAmount } from '@/shared/lib/money'
import { Money } from '@/shared/ui/figures/money'

type SignedAmountProps = {
  transaction: Pick<Transaction, 'amount' | 'currency' | 'status'>
  className?: string
}

/** Longer amounts, from ten million on, are shown smaller to fit their column. */
const LONG = 14

export function SignedAmount({ transaction, className }: SignedAmountProps) {
  const { amount, currency, status } = transaction
  const tone = status !== 'completed' ? 'text-ink-3' : amount > 0 ? 'text-pos' : 'text-ink'
  const isLong = formatAmount(amount, currency, 'always').length > LONG
  return (
    <Money
      amount={amount}
      currency={currency}
      sign="always"
      cents="plain"
      className={cx('font-medium', tone, isLong && 'text-[0.857em]', className)}
    />
  )
}
