import { expect, test } from 'vitest'
import { nextChoice } from './use-selection'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const choose = (chosen: string, id: string, from: string | null) =>
  [...nextChoice(new Set(chosen), ORDER, id, from)].toSorted().join('')

test('LIB-02 a row is turned around, a range is added in either direction', () => {
  expect(choose('', 'b', null)).toBe('b')
  expect(choose('bc', 'b', null)).toBe('c')
  expect(choose('b', 'd', 'b')).toBe('bcd')
  expect(choose('e', 'b', 'd')).toBe('bcde')
  // The last selected row no longer exists: only this row is selected.
  expect(choose('', 'c', 'x')).toBe('c')
})
