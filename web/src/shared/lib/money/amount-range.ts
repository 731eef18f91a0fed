// A smallest and a largest amount of a filter, as plain decimal texts; empty for any.
import { formatMinor, toMinor } from './money'
import { readAmount, toTyped } from './read-amount'

export type Amounts = { min: string; max: string }

/** The plain text of a typed amount, such as 1250.5 for $1,250.50; null where it is no amount. */
export function plainAmount(typed: string): string | null {
  const { minor, fault } = readAmount(typed)
  if (minor === undefined) return fault === 'missing' ? '' : null
  return toTyped(minor).replace(/\.?0+$/, '')
}

/** Reads an amount from the address, where the router may have parsed it as a number. */
export function amountParam(param: unknown): string {
  return typeof param === 'string' || typeof param === 'number' ? (plainAmount(String(param)) ?? '') : ''
}

export function areAmountsReversed({ min, max }: Amounts): boolean {
  return min !== '' && max !== '' && toMinor(min) > toMinor(max)
}

/** 1250.5 as 1,250.50, and 100 as 100: a filter over several currencies has no currency sign. */
export function amountText(plain: string): string {
  return formatMinor(toMinor(plain), '').trim().replace(/\.00$/, '')
}
