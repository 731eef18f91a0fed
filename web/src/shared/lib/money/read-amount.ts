// Parses a typed amount: digits with at most two decimals, thousands grouped or not. An ambiguous text, such as 1,5,
// is refused and not guessed.
import { MOST_MINOR } from '@/shared/config/limits'
import { toMinor } from './money'

export type AmountFault = 'missing' | 'unreadable' | 'tooFine' | 'zero' | 'tooLarge'

type ReadAmount = { minor: bigint; fault?: undefined } | { minor?: undefined; fault: AmountFault }

const PLAIN = /^\d+(?:\.\d*)?$|^\.\d+$/
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

export function readAmount(typed: string): ReadAmount {
  const text = typed.trim().replace(/^[$€£]\s*/, '')
  if (text === '') return { fault: 'missing' }
  if (!PLAIN.test(text) && !GROUPED.test(text)) return { fault: 'unreadable' }
  const digits = text.replaceAll(',', '')
  const decimals = digits.split('.')[1] ?? ''
  if (decimals.replace(/0+$/, '').length > 2) return { fault: 'tooFine' }
  const minor = toMinor(digits)
  if (minor === 0n) return { fault: 'zero' }
  return minor > MOST_MINOR ? { fault: 'tooLarge' } : { minor }
}

/** The amount as the number the API takes. Exact up to MOST_MINOR. */
export function toNumber(minor: bigint): number {
  return Number(minor) / 100
}

/** Formats minor units as the value of a form field: 1250.50. */
export function toTyped(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
