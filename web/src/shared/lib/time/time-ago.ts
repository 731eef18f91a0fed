// Formats how long ago a timestamp was.

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function timeAgo(moment: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1_000)
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  for (const [unit, length] of STEPS) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit)
  }
  return 'just now'
}
