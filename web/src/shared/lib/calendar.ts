// Formats days and times. A transaction's day has no time zone, so its text is read digit by digit; a Date would
// shift it by a day in half of the world.

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const two = (value: number) => String(value).padStart(2, '0')
export const monthName = (month: number) => MONTHS[month - 1] ?? ''

export function partsOf(day: string): [number, number, number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null
}

/** 'Nov 14, 2026'. A text that is no day is returned unchanged. */
export function dayText(day: string): string {
  const parts = partsOf(day)
  return parts ? `${monthName(parts[1]).slice(0, 3)} ${parts[2]}, ${parts[0]}` : day
}

/** 'Nov 14', with the year if it is not the current one. */
export function shortDayText(day: string, now = new Date()): string {
  const parts = partsOf(day)
  if (parts === null || parts[0] !== now.getFullYear()) return dayText(day)
  return `${monthName(parts[1]).slice(0, 3)} ${parts[2]}`
}

/** Today where the person is, YYYY-MM-DD. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The time where the person is, HH:MM. */
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
  const day = (date: number) => `${year}-${two(month)}-${two(date)}`
  return { name: monthName(month), from: day(1), to: day(last) }
}

/** A moment of the server's in the person's own time: 'today at 09:42', 'Nov 12 at 18:05'. */
export function momentText(moment: string, now = new Date()): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return moment
  const day = today(at)
  return `${day === today(now) ? 'today' : shortDayText(day, now)} at ${timeNow(at)}`
}

/** True if the day exists. */
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
