// Where listeners stop in a beat, out of how many plays got to each of its parts.
export interface StopPoint {
  /** The number of plays that ended in this part, and the second at which the part begins. */
  plays: number
  at: number
}

/** The share of plays, from 0 to 1, that reached each part; 1 for the first part. */
export function sharesOf(reached: readonly number[]): number[] {
  const all = Math.max(0, ...reached)
  return all === 0 ? [] : reached.map((plays) => plays / all)
}

/** The part in which most plays ended before the end of the beat; null if none did. */
export function mostFrequentStop(reached: readonly number[], duration: number): StopPoint | null {
  const part = duration / reached.length
  const all = reached.slice(1).map((plays, index) => ({
    plays: (reached[index] ?? 0) - plays,
    at: (index + 1) * part,
  }))
  return all.reduce<StopPoint | null>((most, one) => (one.plays > (most?.plays ?? 0) ? one : most), null)
}

/** True if a voice tag begins within one part of the second `at`. */
export function isAtTag(
  at: number,
  part: number,
  { firstAfter, every }: { firstAfter: number; every: number },
): boolean {
  const nearest = firstAfter + Math.max(0, Math.round((at - firstAfter) / every)) * every
  return Math.abs(at - nearest) <= part
}
