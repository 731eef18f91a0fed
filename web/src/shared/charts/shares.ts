// Parts of a whole, each with its color. From the sixth part on they are combined, because more colors cannot be
// told apart.

interface Share {
  name: string
  value: number
}

export interface ColoredShare extends Share {
  /** The part's share of the total, from 0 to 1, and the share at which it starts. */
  part: number
  from: number
  stroke: string
  background: string
  /** The name of the part's color token in the theme. */
  token: string
}

/** Complete class names, because Tailwind finds them as texts in the source. */
const COLORS = [
  { stroke: 'stroke-series-1', background: 'bg-series-1', token: '--series-1' },
  { stroke: 'stroke-series-2', background: 'bg-series-2', token: '--series-2' },
  { stroke: 'stroke-series-3', background: 'bg-series-3', token: '--series-3' },
  { stroke: 'stroke-series-4', background: 'bg-series-4', token: '--series-4' },
  { stroke: 'stroke-series-5', background: 'bg-series-5', token: '--series-5' },
] as const
const REST = { stroke: 'stroke-series-6', background: 'bg-series-6', token: '--series-6' } as const

export function withColors(shares: readonly Share[], restName: string): ColoredShare[] {
  const whole = shares.reduce((sum, { value }) => sum + value, 0)
  if (whole === 0) return []
  const sorted = [...shares].filter(({ value }) => value > 0).sort((one, other) => other.value - one.value)
  const isMany = sorted.length > COLORS.length + 1
  const own = isMany ? sorted.slice(0, COLORS.length) : sorted
  const rest = isMany ? sorted.slice(COLORS.length).reduce((sum, { value }) => sum + value, 0) : 0
  const all = rest > 0 ? [...own, { name: restName, value: rest }] : own
  let before = 0
  return all.map((share, index) => {
    const from = before / whole
    before += share.value
    return { ...share, part: share.value / whole, from, ...(COLORS[index] ?? REST) }
  })
}

/** Formats a share in whole percents; a share above zero that rounds to zero is '<1%'. */
export function percentText(part: number): string {
  const percent = Math.round(part * 100)
  if (percent === 0 && part > 0) return '<1%'
  return `${percent === 100 && part < 1 ? 99 : percent}%`
}
