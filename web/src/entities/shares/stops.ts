// Where listeners stop in a beat, out of how many plays got to each of its parts.
export interface StopPoint {
  /** How many plays ended in the part, and where the part begins, in seconds. */
  plays: number
  at: number
}

/** The share of plays, from 0 to 1, that got to each part; the first part has all of them. */
export function sharesOf(reached: readonly number[]): number[] {
  const all = Math.max(0, ...reached)
  return all === 0 ? [] : reached.map((plays) => plays / all)
}

/** The part in which the most plays ended before the end of the beat; null if none did. */
export function mostFrequentStop(reached: readonly number[], duration: number): StopPoint | null {
  const part = duration / reached.length
  const all = reached.slice(1).map((plays, index) => ({
    plays: (reached[index] ?? 0) - plays,
    at: (index + 1) * part,
  }))
  return all.reduce<StopPoint | null>((most, one) => (one.plays > (most?.plays ?? 0) ? one : most), null)
}

/** Whether the voice tag begins in the part before this moment or in the one after it. */
export function isAtTag(
  at: number,
  part: number,
  { firstAfter, every }: { firstAfter: number; every: number },
): boolean {
  const nearest = firstAfter + Math.max(0, Math.round((at - firstAfter) / every)) * every
  return Math.abs(at - nearest) <= part
}
