// Formats spans of days, and the parts of a chart's axis.
import { dayText, monthText, partsOf, shortDayText } from './calendar'

/**
 * Formats the days from the first of a month to day `to`: 'Oct 1–16'. In a shorter month the span ends with its last
 * day.
 */
export function firstDaysText(month: string, to: number): string {
  const parts = partsOf(`${month}-01`)
  if (parts === null) return month
  const last = Math.min(to, new Date(Date.UTC(parts[0], parts[1], 0)).getUTCDate())
  const name = monthText(month, 'short')
  return last === 1 ? `${name} 1` : `${name} 1–${last}`
}

/** Formats a span as 'October 17 to November 15', with years other than the current one. */
export function spanText(from: string, to: string, now = new Date()): string {
  const year = String(now.getUTCFullYear())
  const isThis = from.startsWith(year) && to.startsWith(year)
  const day = (text: string) => (isThis ? shortDayText(text, now, 'long') : dayText(text, 'long'))
  return from === to ? day(to) : `${day(from)} to ${day(to)}`
}

/** Formats the day, week, month or year that begins on `start`: short for an axis, or in full. */
export function bucketText(start: string, bucket: string, form: 'short' | 'full'): string {
  if (bucket === 'year') return start.slice(0, 4)
  if (bucket === 'month') {
    // January is shown with its year, so that the years on a long axis can be told apart.
    const isJanuary = start.slice(5, 7) === '01'
    if (form === 'short') return isJanuary ? start.slice(0, 4) : monthText(start.slice(0, 7), 'short')
    return monthText(start.slice(0, 7), 'full')
  }
  // Passes the day's own year as the current one, so that the year is left out.
  if (form === 'short') return shortDayText(start, new Date(`${start}T12:00`))
  return bucket === 'week' ? `Week of ${dayText(start)}` : dayText(start)
}
