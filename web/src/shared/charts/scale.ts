// The grid lines of a chart and their labels: few round values, the highest at or just below the largest value, so
// that a point above the staff can get a ledger line.
import { moneyParts } from '@/shared/lib/money/money'

export interface Scale {
  /** The values of the grid lines, from zero up. */
  ticks: number[]
  /** The value at the top of the drawing. */
  top: number
}

/** At most four steps between grid lines, because five lines make a staff. */
const MOST_STEPS = 4
const ROUND = [1, 2, 2.5, 5, 10]

/** Computes the scale of an axis; `whole` allows only whole steps, for counts. */
export function scaleOf(values: readonly number[], whole = false): Scale {
  const most = Math.max(0, ...values.filter(Number.isFinite))
  if (most === 0) return { ticks: [0], top: 1 }
  const step = stepFor(most, whole)
  const count = Math.max(1, Math.floor(most / step + 1e-9))
  return { ticks: Array.from({ length: count + 1 }, (_, at) => at * step), top: Math.max(most, count * step) }
}

function stepFor(most: number, whole: boolean): number {
  for (let power = Math.floor(Math.log10(most / MOST_STEPS)) - 1; ; power += 1) {
    for (const round of ROUND) {
      // Parsed from text, because multiplying by a power of ten would give rounding errors.
      const step = Number(`${round}e${power}`)
      const fits = Math.floor(most / step + 1e-9) <= MOST_STEPS
      if (fits && !(whole && !Number.isInteger(step))) return step
    }
  }
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** Formats 2500 as 2.5k, because an axis label has space for a few characters only. */
export function shortNumber(value: number): string {
  const [unit, letter] = UNITS.find(([size]) => value >= size) ?? [1, '']
  const scaled = value / unit
  return `${scaled >= 100 ? Math.round(scaled) : Number(scaled.toFixed(scaled < 10 ? 2 : 1))}${letter}`
}

export function shortMoney(value: number, currency: string): string {
  return `${moneyParts(0, currency).symbol}${shortNumber(value)}`
}

/** Returns which of `count` axis labels are drawn if each needs `labelWidth` pixels; the last one always is. */
export function labelFilter(count: number, labelWidth: number, width: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, width)))
  return (index) => (count - 1 - index) % every === 0
}
