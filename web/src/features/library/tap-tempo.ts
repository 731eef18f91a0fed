// Computes a tempo from taps: the mean of the last intervals. A long pause starts over.

const PAUSE_MS = 2500
const MOST_TAPS = 9

/** Adds the time of a tap, in milliseconds, to the previous taps. */
export function addTap(taps: readonly number[], at: number): readonly number[] {
  const last = taps.at(-1)
  return last === undefined || at - last > PAUSE_MS ? [at] : [...taps, at].slice(-MOST_TAPS)
}

/** Beats per minute, rounded to a half; null with fewer than three taps. */
export function tempoOf(taps: readonly number[]): number | null {
  const [first, last] = [taps[0], taps.at(-1)]
  if (taps.length < 3 || first === undefined || last === undefined || last === first) return null
  return Math.round(((taps.length - 1) * 120_000) / (last - first)) / 2
}
