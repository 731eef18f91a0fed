// Days relative to today, in UTC like the server.

const DAY_MS = 86_400_000

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

/** The first day of the previous month, which is always before today's day of the month. */
export function firstOfLastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
}

/** The month `months` ago, such as 'November 2026'. */
export function monthBack(months: number): string {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  return first.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
