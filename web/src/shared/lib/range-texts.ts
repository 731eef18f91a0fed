// Formats the days and amounts of a filter as the text of a chip; null if the filter has none.
import { filters as copy } from '../copy/filters'
import { type Amounts, amountText } from './money/amount-range'
import { dayText } from './time/calendar'
import { type Days, rangeOf } from './time/day-ranges'

export function daysText(days: Days): string | null {
  const { from, to } = days
  if (from === '' && to === '') return null
  const range = rangeOf(days)
  if (range) return copy.ranges[range]
  if (to === '') return copy.since(dayText(from))
  if (from === '') return copy.until(dayText(to))
  return from === to ? dayText(from) : copy.between(dayText(from), dayText(to))
}

export function amountsText({ min, max }: Amounts): string | null {
  if (min === '' && max === '') return null
  if (max === '') return copy.atLeast(amountText(min))
  if (min === '') return copy.atMost(amountText(max))
  return copy.between(amountText(min), amountText(max))
}
