// Formats the time of an activity briefly: the time that has passed, or the day from the day before yesterday on.
import { shares as copy } from '@/shared/copy/shares'
import { daysBetween, shortDayText, today } from '@/shared/lib/time/calendar'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function activityTimeText(moment: string, now = new Date()): string {
  const at = new Date(moment)
  const day = today(at)
  const passed = now.getTime() - at.getTime()
  const days = daysBetween(day, today(now))
  if (passed < MINUTE_MS) return copy.seen.now
  if (passed < HOUR_MS) return copy.seen.minutes(Math.floor(passed / MINUTE_MS))
  if (days <= 0) return copy.seen.hours(Math.floor(passed / HOUR_MS))
  return days === 1 ? copy.seen.yesterday : shortDayText(day, now)
}
