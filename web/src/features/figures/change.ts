// Formats the change of a figure since the previous period: money in percent, counts in numbers, rates in percentage
// points. Without a previous value there is no text.
import type { AmountChange, CountChange, RateChange } from '@/entities/figures/figures'
import { charts } from '@/shared/copy/figures/charts'
import { formatMinor, toMinor } from '@/shared/lib/money/money'
import type { DeltaProps } from '@/shared/ui/figures/delta'

export function amountDelta(change: AmountChange, currency: string, note?: string): DeltaProps | undefined {
  if (change.previous === null) return undefined
  const [now, before] = [toMinor(change.value), toMinor(change.previous)]
  const grown = now - before
  if (grown === 0n) return { value: 0, text: '0%', note }
  // Growth from zero has no percentage, so the amount is shown.
  if (before === 0n) return { value: Number(grown), text: formatMinor(grown, currency, 'never'), note }
  const size = Math.round(Math.abs(Number((grown * 10_000n) / before)) / 10) / 10
  return { value: Number(grown), text: `${size.toLocaleString('en-US')}%`, note }
}

export function countDelta({ value, previous }: CountChange, note?: string): DeltaProps | undefined {
  return previous === null ? undefined : { value: value - previous, note }
}

export function rateDelta({ value, previous }: RateChange, note?: string): DeltaProps | undefined {
  if (value === null || previous === null) return undefined
  const tenths = Math.round((value - previous) * 10)
  return { value: tenths, text: `${Math.abs(tenths) / 10}${charts.points}`, note }
}
