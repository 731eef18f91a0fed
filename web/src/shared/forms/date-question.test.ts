import { expect, it } from 'vitest'
import { isFarDay } from './date-question'

const NOW = new Date(2026, 10, 15)

it.each([
  ['2026-11-15', false, false],
  ['2026-11-16', false, false],
  ['2026-11-17', true, false],
  ['2027-11-15', true, false],
  ['2027-11-16', true, true],
  ['2025-11-15', false, false],
  ['2025-11-14', true, true],
  ['', false, false],
])('TRUE-03 %s is asked about: %s, and where it is only planned: %s', (day, isAsked, isAskedAsPlan) => {
  expect([isFarDay(day, false, NOW), isFarDay(day, true, NOW)]).toEqual([isAsked, isAskedAsPlan])
})
