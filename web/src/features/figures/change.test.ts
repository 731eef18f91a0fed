import { describe, expect, it } from 'vitest'
import { amountDelta, countDelta, rateDelta } from './change'

describe('a change since before (ANA-01, ANA-02)', () => {
  it.each([
    [12_480, 9_857.82, 262_218, '26.6%'],
    [50, 100, -5_000, '50%'],
    [0, 0, 0, '0%'],
    [149.5, 0, 14_950, '$149.50'],
    [0, 149.5, -14_950, '100%'],
    [1_000_000_000_000, 0.01, 99_999_999_999_999, '9,999,999,999,999,900%'],
  ])('of money from %d to %d', (value, previous, grown, text) => {
    expect(amountDelta({ value, previous }, 'USD')).toEqual({ value: grown, text, note: undefined })
  })

  it('of counts and rates keeps its sign', () => {
    expect(countDelta({ value: 3, previous: 9 }, 'before')).toEqual({ value: -6, note: 'before' })
    expect(rateDelta({ value: 66.7, previous: 67 })).toMatchObject({ value: -3, text: '0.3 pt' })
  })

  it('is not made up where there is nothing before', () => {
    expect(amountDelta({ value: 5, previous: null }, 'USD')).toBeUndefined()
    expect(countDelta({ value: 5, previous: null })).toBeUndefined()
    expect(rateDelta({ value: null, previous: 4 })).toBeUndefined()
  })
})
