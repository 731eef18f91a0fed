// The amount of a transaction with its sign and its own currency. A transaction that moved no money is dimmed. A
// transfer has no sign: the money stays with the holder.
import type { Transaction } from '@/entities/transactions/transaction'
import { cx } from '@/shared/lib/cx'
import { formatAmount } from '@/shared/lib/money/money'
import { Money } from '@/shared/ui/figures/money'

type SignedAmountProps = {
  transaction: Pick<Transaction, 'amount' | 'currency' | 'status' | 'type'>
  className?: string
}

/** Longer amounts, from ten million on, are shown smaller, and their column is wider. */
const LONG = 14

export function isLong({ amount, currency }: Pick<Transaction, 'amount' | 'currency'>): boolean {
  return formatAmount(amount, currency, 'always').length > LONG
}

export function SignedAmount({ transaction, className }: SignedAmountProps) {
  const { amount, currency, status, type } = transaction
  const tone = status !== 'completed' ? 'text-ink-3' : amount > 0 ? 'text-pos' : 'text-ink'
  return (
    <Money
      amount={amount}
      currency={currency}
      sign={type === 'transfer' ? 'never' : 'always'}
      cents="plain"
      className={cx('font-medium', tone, isLong(transaction) && 'text-[0.857em]', className)}
    />
  )
}
