import { expect, it } from 'vitest'
import { createTransferRate, secondsLeft } from './transfer-rate'

// MED-07
it('tells the speed of the last seconds, not of the whole time', () => {
  const pace = createTransferRate()
  expect(pace.note(0, 0)).toBeNull()
  expect(pace.note(1_000, 1_000)).toBe(1_000)
  expect(pace.note(10_000, 2_000)).toBe(5_000)
  // Then the transfer stalls.
  expect(pace.note(10_000, 7_000)).toBeNull()
  expect(pace.note(10_000, 8_000)).toBe(0)
})

it.each([
  [1_000, 100, 10],
  [1_001, 100, 11],
  [1_000, 0, null],
  [1_000, null, null],
])('%d bytes at %d per second take %s seconds', (rest, rate, seconds) => {
  expect(secondsLeft(rest, rate)).toBe(seconds)
})
