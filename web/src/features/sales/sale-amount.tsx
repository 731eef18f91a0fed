// The amount of a sale in its own currency. A sale that brought no money, or was refunded, is dimmed.
import type { Sale } from '@/entities/sales/sale'
import { cx } from '@/shared/lib/cx'
import { formatAmount } from '@/shared/lib/money/money'
import { Money } from '@/shared/ui/figures/money'

type SaleAmountProps = { sale: Pick<Sale, 'amount' | 'currency' | 'status'>; className?: string }

/** Longer amounts, from ten million on, are shown smaller, and their column is wider. */
const LONG = 13

export function isLong({ amount, currency }: Pick<Sale, 'amount' | 'currency'>): boolean {
  return formatAmount(amount, currency).length > LONG
}

export function SaleAmount({ sale, className }: SaleAmountProps) {
  const { amount, currency, status } = sale
  return (
    <Money
      amount={amount}
      currency={currency}
      cents="plain"
      className={cx(
        'font-medium',
        status === 'Completed' ? 'text-ink' : 'text-ink-3',
        status === 'Refunded' && 'line-through',
        isLong(sale) && 'text-[0.857em]',
        className,
      )}
    />
  )
}
