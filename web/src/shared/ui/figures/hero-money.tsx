// The amount of a screen's hero figure. Long amounts, from ten million on, are shown smaller, so that they fit a phone.
import { formatAmount } from '@/shared/lib/money/money'
import { Money } from './money'

const LONG = 14

export function isLongAmount(amount: number, currency: string): boolean {
  return formatAmount(amount, currency).length > LONG
}

export function HeroMoney({ amount, currency }: { amount: number; currency: string }) {
  const className = isLongAmount(amount, currency) ? 'text-28 leading-11' : undefined
  return <Money amount={amount} currency={currency} cents="small" className={className} />
}
