// The speed and remaining time of an upload, from the last few seconds: an average over the whole time would hide
// that a connection has become slow.

const SPAN_MS = 4_000

interface TransferRate {
  /** Records the bytes sent so far. Returns bytes per second, or null while there are too few measurements. */
  note: (sent: number, now: number) => number | null
}

export function createTransferRate(): TransferRate {
  let marks: { sent: number; at: number }[] = []
  return {
    note(sent, now) {
      marks = [...marks.filter(({ at }) => now - at <= SPAN_MS), { sent, at: now }]
      const first = marks[0]
      if (!first || now - first.at < 250) return null
      return Math.max(0, ((sent - first.sent) / (now - first.at)) * 1000)
    },
  }
}

/** Seconds until the remaining bytes are sent; null if the rate is unknown or zero. */
export function secondsLeft(rest: number, rate: number | null): number | null {
  return rate === null || rate <= 0 ? null : Math.ceil(rest / rate)
}
