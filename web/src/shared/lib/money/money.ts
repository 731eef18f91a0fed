// Formats money: grouped whole part, two decimals, the currency's sign, a true minus. Works on digits, never on
// floats, so that no rounding error gets into a balance.

interface MoneyParts {
  /** '', '−' or '+'. */
  sign: string
  symbol: string
  /** Grouped by thousands. */
  whole: string
  /** Two digits. */
  cents: string
}

export type MoneySign = 'auto' | 'always' | 'never'

const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', KES: 'KSh ' }

const MINUS = '−'

const symbolOf = (currency: string) => SYMBOLS[currency] ?? `${currency} `

/** Converts a decimal amount to minor units; a third decimal is rounded half away from zero. */
export function toMinor(amount: string | number): bigint {
  const text = typeof amount === 'number' ? plainDecimal(amount) : amount.trim()
  const match = /^([+\-−]?)(\d*)(?:\.(\d*))?$/.exec(text)
  const [, sign = '', whole = '', fraction = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) throw new RangeError(`not an amount: ${amount}`)
  const digits = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}`
  const roundUp = Number(fraction[2] ?? '0') >= 5 ? 1n : 0n
  const minor = BigInt(digits) + roundUp
  return sign === '-' || sign === MINUS ? -minor : minor
}

function plainDecimal(amount: number): string {
  if (!Number.isFinite(amount)) throw new RangeError(`not an amount: ${amount}`)
  const text = String(amount)
  return text.includes('e') ? amount.toFixed(2) : text
}

export function moneyParts(minor: bigint | number, currency = 'USD', sign: MoneySign = 'auto'): MoneyParts {
  const value = BigInt(minor)
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return {
    sign: signOf(value, sign),
    symbol: symbolOf(currency),
    whole,
    cents: digits.slice(-2),
  }
}

function signOf(value: bigint, sign: MoneySign): string {
  if (sign === 'never' || value === 0n) return ''
  if (value < 0n) return MINUS
  return sign === 'always' ? '+' : ''
}

export function formatMinor(minor: bigint | number, currency = 'USD', sign: MoneySign = 'auto'): string {
  const parts = moneyParts(minor, currency, sign)
  return `${parts.sign}${parts.symbol}${parts.whole}.${parts.cents}`
}

export function formatAmount(amount: string | number, currency = 'USD', sign: MoneySign = 'auto'): string {
  return formatMinor(toMinor(amount), currency, sign)
}

/** US dollars first, then in the order of the accounts, unknown currencies last. */
export function inCurrencyOrder<Total extends { currency: string }>(totals: readonly Total[]): Total[] {
  const known = Object.keys(SYMBOLS)
  const place = ({ currency }: Total) => (known.includes(currency) ? known.indexOf(currency) : known.length)
  return [...totals].sort((one, other) => place(one) - place(other))
}
