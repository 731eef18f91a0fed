// A size in bytes as text: Bytes, KB, MB or GB to the base of 1024, with two decimals.
import { MEDIA } from '../config/limits'

const UNITS = ['KB', 'MB', 'GB'] as const

export function fileSize(bytes: number): string {
  if (!(bytes >= MEDIA.sizeBase)) return `${Math.max(0, Math.round(bytes || 0))} Bytes`
  let value = bytes / MEDIA.sizeBase
  let unit = 0
  // 1024.00 of one unit after rounding becomes 1.00 of the next.
  while (Number(value.toFixed(MEDIA.sizeDecimals)) >= MEDIA.sizeBase && unit < UNITS.length - 1) {
    value /= MEDIA.sizeBase
    unit += 1
  }
  return `${value.toFixed(MEDIA.sizeDecimals)} ${UNITS[unit]}`
}
