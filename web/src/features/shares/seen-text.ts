// When a link was opened last: the time that has passed, and from a few days on the day.
import { shortDayText, today } from '@/shared/lib/calendar'
import { timeAgo } from '@/shared/lib/time-ago'

const DAY_MS = 86_400_000
const WORDS_FOR_DAYS = 3

export function seenText(moment: string, now = Date.now()): string {
  const isLongAgo = now - Date.parse(moment) >= WORDS_FOR_DAYS * DAY_MS
  return isLongAgo ? shortDayText(today(new Date(moment)), new Date(now)) : timeAgo(moment, now)
}
