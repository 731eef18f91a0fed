// Turns the AnalyserNode's evenly spaced frequency bins into bars of equal steps in pitch. Also reduces a waveform to
// bars that do not move.

export const BARS = 50
const LOWEST_HZ = 40
const HIGHEST_HZ = 14_000

/** Converts frequency bins to bar heights from 0 to 1, from the lowest pitch to the highest. */
export function barsOf(bins: Uint8Array, sampleRate: number, count = BARS): number[] {
  const hzPerBin = sampleRate / 2 / bins.length
  const top = Math.min(HIGHEST_HZ, sampleRate / 2)
  const edge = (bar: number) => LOWEST_HZ * (top / LOWEST_HZ) ** (bar / count)
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.min(bins.length - 1, Math.floor(edge(bar) / hzPerBin))
    const to = Math.min(bins.length, Math.max(from + 1, Math.ceil(edge(bar + 1) / hzPerBin)))
    let peak = 0
    for (let bin = from; bin < to; bin += 1) peak = Math.max(peak, bins[bin] ?? 0)
    return peak / 255
  })
}

/** Reduces peaks to `count` values from 0 to 1, each the highest of its part. */
export function condense(peaks: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((part + 1) * peaks.length) / count))
    return Math.max(0, ...peaks.slice(from, to)) / 255
  })
}
