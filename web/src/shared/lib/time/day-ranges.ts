// Common ranges of days to choose from, such as the last 30 days. Each ends today or with the last day of a month.
import { monthOf, today } from './calendar'

export const DAY_RANGES = ['today', 'week', 'days30', 'days90', 'month', 'lastMonth', 'year'] as const
export type DayRange = (typeof DAY_RANGES)[number]

/** First and last day, YYYY-MM-DD; empty for any. */
export type Days = { from: string; to: string }

export function daysOf(range: DayRange, now = new Date()): Days {
  const back = (days: number) => today(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
  const to = today(now)
  switch (range) {
    case 'today':
      return { from: to, to }
    case 'week':
      return { from: back(6), to }
    case 'days30':
      return { from: back(29), to }
    case 'days90':
      return { from: back(89), to }
    case 'month':
      return pick(monthOf(now))
    case 'lastMonth':
      return pick(monthOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)))
    case 'year':
      return { from: `${now.getFullYear()}-01-01`, to: `${now.getFullYear()}-12-31` }
  }
}

/** Returns the common range that has exactly these days; null for any other range. */
export function rangeOf({ from, to }: Days, now = new Date()): DayRange | null {
  return (
    DAY_RANGES.find((range) => {
      const days = daysOf(range, now)
      return days.from === from && days.to === to
    }) ?? null
  )
}

/** True if both days are given and the last is before the first. */
export const isReversedRange = ({ from, to }: Days) => from !== '' && to !== '' && from > to

const pick = ({ from, to }: Days): Days => ({ from, to })
