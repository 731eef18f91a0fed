import { expect, it } from 'vitest'
import { initials } from './initials'
import { clockText } from './time/clock-text'

it.each([
  [30_000, '0:30'],
  [29_001, '0:30'],
  [61_000, '1:01'],
  [1, '0:01'],
  [0, '0:00'],
  [-500, '0:00'],
])('%d ms left reads %s', (milliseconds, text) => {
  expect(clockText(milliseconds)).toBe(text)
})

it.each([
  ['Maya Okafor', 'MO'],
  ['  maya  de la okafor ', 'MO'],
  ['Prince', 'P'],
  ['Ömer Ås', 'ÖÅ'],
  ['', ''],
])('%s has the initials %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
