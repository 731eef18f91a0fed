import { describe, expect, it } from 'vitest'
import { readAmount, toNumber, toTyped } from './read-amount'

describe('an amount somebody typed (FIN-06)', () => {
  it.each([
    ['120', 12_000n],
    ['120.5', 12_050n],
    [' 1,250.50 ', 125_050n],
    ['$1,000,000', 100_000_000n],
    ['.5', 50n],
    ['7.', 700n],
    ['3.100', 310n],
    ['1000000000000', 100_000_000_000_000n],
  ])('%s is read to the cent', (typed, minor) => {
    expect(readAmount(typed)).toEqual({ minor })
  })

  it.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['abc', 'unreadable'],
    ['1,5', 'unreadable'],
    ['1.250,50', 'unreadable'],
    ['-5', 'unreadable'],
    ['1e3', 'unreadable'],
    ['NaN', 'unreadable'],
    ['0.001', 'tooFine'],
    ['10.005', 'tooFine'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['1000000000000.01', 'tooLarge'],
  ])('%s is refused', (typed, fault) => {
    expect(readAmount(typed)).toEqual({ fault })
  })

  it('goes to the server as the same digits', () => {
    for (const minor of [1n, 10n, 110n, 2_545_075n, 99_999_999_999_999n, 100_000_000_000_000n]) {
      expect(JSON.stringify(toNumber(minor))).toBe(toTyped(minor).replace(/\.?0+$/, ''))
    }
  })

  it('comes back into a form without its sign', () => {
    expect([toTyped(-5n), toTyped(-125_050n)]).toEqual(['0.05', '1250.50'])
  })
})
