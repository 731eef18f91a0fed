// Formats months and spans of days.
import { dayText, monthName, partsOf, shortDayText } from './calendar'

/** '2026-11' as 'November', or in full as 'November 2026'. */
export function monthText(month: string, form: 'short' | 'name' | 'full' = 'name'): string {
  const parts = partsOf(`${month}-01`)
  if (parts === null) return month
  const name = monthName(parts[1])
  if (form === 'short') return name.slice(0, 3)
  return form === 'full' ? `${name} ${parts[0]}` : name
}

/** A month's first day to day `to`: 'Oct 1–16'. In a shorter month, to its last day. */
export function firstDaysText(month: string, to: number): string {
  const parts = partsOf(`${month}-01`)
  if (parts === null) return month
  const last = Math.min(to, new Date(Date.UTC(parts[0], parts[1], 0)).getUTCDate())
  const name = monthName(parts[1]).slice(0, 3)
  return last === 1 ? `${name} 1` : `${name} 1–${last}`
}

/** 'October 17 to November 15', with years other than the current one. */
export function spanText(from: string, to: string, now = new Date()): string {
  const [first, last] = [partsOf(from), partsOf(to)]
  if (first === null || last === null) return `${from} to ${to}`
  const year = now.getUTCFullYear()
  const isThis = first[0] === year && last[0] === year
  const day = ([y, m, d]: [number, number, number]) => `${monthName(m)} ${d}${isThis ? '' : `, ${y}`}`
  return from === to ? day(last) : `${day(first)} to ${day(last)}`
}

/** 'Sunday, November 15'. */
export function weekdayText(now = new Date()): string {
  return now.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
}

/** The name of the day, week, month or year that begins on `start`: short for an axis, or in full. */
export function bucketText(start: string, bucket: string, form: 'short' | 'full'): string {
  if (bucket === 'year') return start.slice(0, 4)
  if (bucket === 'month') {
    // January is shown with its year, so that the years on a long axis can be told apart.
    const isJanuary = start.slice(5, 7) === '01'
    if (form === 'short') return isJanuary ? start.slice(0, 4) : monthText(start.slice(0, 7), 'short')
    return monthText(start.slice(0, 7), 'full')
  }
  if (form === 'short') return shortDayText(start).replace(/, \d+$/, '')
  return bucket === 'week' ? `Week of ${dayText(start)}` : dayText(start)
}
