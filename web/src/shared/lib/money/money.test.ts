import { describe, expect, it } from 'vitest'
import { formatAmount, formatMinor, inCurrencyOrder, moneyParts, toMinor } from './money'

describe('toMinor', () => {
  it.each([
    ['25450.75', 2545075n],
    ['0.1', 10n],
    ['.5', 50n],
    ['7.', 700n],
    ['-149', -14900n],
    ['−149.99', -14999n],
    ['1.005', 101n],
    ['-1.005', -101n],
    ['1.00499', 100n],
    [0.29, 29n],
    [1e-7, 0n],
    ['90071992547409.93', 9007199254740993n],
  ] as const)('reads %s', (amount, minor) => {
    expect(toMinor(amount)).toBe(minor)
  })

  it.each(['', '.', 'abc', '1,000', '1e3', '--1', 1e21, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %s',
    (amount) => {
      expect(() => toMinor(amount)).toThrow(RangeError)
    },
  )
})

describe('formatting', () => {
  it('groups thousands, keeps two decimals and uses a true minus', () => {
    expect(formatMinor(123456789)).toBe('$1,234,567.89')
    expect(formatMinor(-14900)).toBe('−$149.00')
    expect(formatMinor(5)).toBe('$0.05')
    expect(formatMinor(99999)).toBe('$999.99')
    expect(formatMinor(100000)).toBe('$1,000.00')
  })

  it('shows a plus only when asked, and never for nothing', () => {
    expect(formatMinor(120000, 'USD', 'always')).toBe('+$1,200.00')
    expect(formatMinor(0, 'USD', 'always')).toBe('$0.00')
    expect(formatMinor(-120000, 'USD', 'never')).toBe('$1,200.00')
  })

  it('knows the four currencies, and names any other by its code', () => {
    expect(['USD', 'EUR', 'GBP', 'KES', 'JPY'].map((currency) => formatAmount('20000', currency))).toEqual([
      '$20,000.00',
      '€20,000.00',
      '£20,000.00',
      'KSh 20,000.00',
      'JPY 20,000.00',
    ])
  })

  it('gives the parts, so that the cents can step back', () => {
    expect(moneyParts(-2545075n)).toEqual({ sign: '−', symbol: '$', whole: '25,450', cents: '75' })
  })
})

describe('totals of several currencies', () => {
  it('begin with the dollars', () => {
    const totals = ['XAU', 'GBP', 'EUR', 'USD'].map((currency) => ({ currency }))
    expect(inCurrencyOrder(totals).map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'GBP', 'XAU'])
  })
})
