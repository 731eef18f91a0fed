// What a transaction brought or took, with its sign and its own currency. One that moved nothing steps back.
import type { Transaction } from '@/entities/transactions/transaction'
import { cx } from '@/shared/lib/cx'
import { Money } from '@/shared/ui/money'

type SignedAmountProps = {
  transaction: Pick<Transaction, 'amount' | 'currency' | 'status'>
  className?: string
}

export function SignedAmount({ transaction, className }: SignedAmountProps) {
  const { amount, currency, status } = transaction
  const tone = status !== 'completed' ? 'text-ink-3' : amount > 0 ? 'text-pos' : 'text-ink'
  return (
    <Money
      amount={amount}
      currency={currency}
      sign="always"
      cents="plain"
      className={cx('font-medium', tone, className)}
    />
  )
}
