// Formats days and times the way the person's region writes them, in English words. A transaction's day has no time
// zone, so it is formatted in UTC; local time would shift it by a day in half of the world.

/**
 * Returns the locale of English texts in the browser's region: 'de-DE' gives 'en-DE', which formats 14 Nov 2026 and
 * 18:05.
 */
export function localeOf(language: string | undefined): string {
  try {
    return `en-${new Intl.Locale(language ?? 'en-US').maximize().region ?? 'US'}`
  } catch {
    return 'en-US'
  }
}

const LOCALE = localeOf(globalThis.navigator?.language)

const format = (options: Intl.DateTimeFormatOptions, locale = LOCALE) => {
  const words = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  // AM and PM stay on the line of their time. Some browsers put a narrow space there, which not every font has.
  return (at: number) => words.format(at).replace(/\s(?=[ap]\.?m)/i, '\u00a0')
}

const day = format({ dateStyle: 'medium' })
const dayOfYear = format({ month: 'short', day: 'numeric' })
const longDay = format({ dateStyle: 'long' })
const longDayOfYear = format({ month: 'long', day: 'numeric' })
const weekday = format({ weekday: 'long', month: 'long', day: 'numeric' })
const clock = format({ timeStyle: 'short' })
const MONTH_FORMS = {
  short: format({ month: 'short' }),
  name: format({ month: 'long' }),
  full: format({ month: 'long', year: 'numeric' }),
}

const two = (value: number) => String(value).padStart(2, '0')

export function partsOf(day: string): [number, number, number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null
}

const atUtc = ([year, month, date]: [number, number, number]) => Date.UTC(year, month - 1, date)

/** Formats a day as 'Nov 14, 2026', or 'November 14, 2026'. A text that is not a day is returned unchanged. */
export function dayText(text: string, length: 'short' | 'long' = 'short'): string {
  const parts = partsOf(text)
  return parts ? (length === 'long' ? longDay : day)(atUtc(parts)) : text
}

/** Formats a day as 'Nov 14' or 'November 14', with the year if it is not the current one. */
export function shortDayText(text: string, now = new Date(), length: 'short' | 'long' = 'short'): string {
  const parts = partsOf(text)
  if (parts === null || parts[0] !== now.getFullYear()) return dayText(text, length)
  return (length === 'long' ? longDayOfYear : dayOfYear)(atUtc(parts))
}

/** Formats '2026-11' as 'Nov', 'November' or 'November 2026'. */
export function monthText(month: string, form: keyof typeof MONTH_FORMS = 'name'): string {
  const parts = partsOf(`${month}-01`)
  return parts ? MONTH_FORMS[form](atUtc(parts)) : month
}

/** Formats a day as 'Sunday, November 15'. */
export function weekdayText(now = new Date()): string {
  return weekday(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

/** Formats a time of day, HH:MM, as '6:05 PM' or '18:05'. A text that is not a time is returned unchanged. */
export function timeText(time: string): string {
  return isTime(time) ? clock(Date.UTC(2000, 0, 1, Number(time.slice(0, 2)), Number(time.slice(3)))) : time
}

/** Today in the person's time zone, YYYY-MM-DD. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The current time in the person's time zone, HH:MM. */
export function timeNow(now = new Date()): string {
  return `${two(now.getHours())}:${two(now.getMinutes())}`
}

interface Month {
  name: string
  /** First and last day. */
  from: string
  to: string
}

export function monthOf(now = new Date()): Month {
  const [year, month] = [now.getFullYear(), now.getMonth() + 1]
  const last = new Date(year, month, 0).getDate()
  const on = (date: number) => `${year}-${two(month)}-${two(date)}`
  const name = MONTH_FORMS.name(Date.UTC(year, month - 1))
  return { name, from: on(1), to: on(last) }
}

/** Formats a timestamp of the server in the person's time zone: 'today at 9:42 AM', 'Nov 12 at 6:05 PM'. */
export function momentText(moment: string, now = new Date()): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return moment
  const on = today(at)
  return `${on === today(now) ? 'today' : shortDayText(on, now)} at ${timeText(timeNow(at))}`
}

/** The number of days from the first day to the second; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  const [start, end] = [partsOf(from), partsOf(to)]
  if (start === null || end === null) return Number.NaN
  return Math.round((atUtc(end) - atUtc(start)) / 86_400_000)
}

/** True if the text is an existing day, YYYY-MM-DD. */
export function isDay(day: string): boolean {
  const parts = partsOf(day)
  if (parts === null || parts[0] < 1) return false
  const [year, month, date] = parts
  const lastOf = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && date >= 1 && date <= lastOf
}

/** True for a valid time from 00:00 to 23:59. */
export function isTime(time: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)
}
