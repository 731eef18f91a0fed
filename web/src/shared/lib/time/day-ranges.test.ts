import { expect, it } from 'vitest'
import { DAY_RANGES, daysOf, isReversedRange, rangeOf } from './day-ranges'

const NOW = new Date(2026, 2, 31, 9)

it.each([
  ['today', '2026-03-31', '2026-03-31'],
  ['week', '2026-03-25', '2026-03-31'],
  ['days30', '2026-03-02', '2026-03-31'],
  ['days90', '2026-01-01', '2026-03-31'],
  ['month', '2026-03-01', '2026-03-31'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['year', '2026-01-01', '2026-12-31'],
] as const)('LIST-01 the range %s is from %s to %s', (range, from, to) => {
  expect(daysOf(range, NOW)).toEqual({ from, to })
  expect(rangeOf({ from, to }, NOW)).toBe(range)
})

it('LIST-01 any other days are no common range', () => {
  expect(DAY_RANGES).toHaveLength(7)
  expect(rangeOf({ from: '', to: '' }, NOW)).toBeNull()
  expect(isReversedRange({ from: '2026-03-02', to: '2026-03-01' })).toBe(true)
  expect(isReversedRange({ from: '2026-03-02', to: '' })).toBe(false)
})
