import { expect, it } from 'vitest'
import { bucketText, firstDaysText, spanText } from './spans'

const NOW = new Date('2026-11-16T12:00:00Z')

it.each([
  ['2026-10', 16, 'Oct 1–16'],
  ['2026-02', 31, 'Feb 1–28'],
  ['2024-02', 30, 'Feb 1–29'],
  ['2026-10', 1, 'Oct 1'],
])('the first days of %s up to %d are %s', (month, to, text) => {
  expect(firstDaysText(month, to)).toBe(text)
})

it.each([
  ['2026-10-17', '2026-11-15', 'October 17 to November 15'],
  ['2025-12-01', '2026-11-16', 'December 1, 2025 to November 16, 2026'],
  ['2026-11-16', '2026-11-16', 'November 16'],
])('from %s to %s reads %s', (from, to, text) => {
  expect(spanText(from, to, NOW)).toBe(text)
})

it.each([
  ['2026-11-11', 'day', 'Nov 11', 'Nov 11, 2026'],
  ['2026-11-09', 'week', 'Nov 9', 'Week of Nov 9, 2026'],
  ['2026-03-01', 'month', 'Mar', 'March 2026'],
  ['2026-01-01', 'month', '2026', 'January 2026'],
  ['2019-01-01', 'year', '2019', '2019'],
])('the part that begins on %s, a %s, is %s and %s', (start, bucket, short, full) => {
  expect([bucketText(start, bucket, 'short'), bucketText(start, bucket, 'full')]).toEqual([short, full])
})
