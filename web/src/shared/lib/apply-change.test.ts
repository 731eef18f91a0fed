import { expect, test } from 'vitest'
import { applyChange } from './apply-change'

test('a change keeps the other fields, and a function sees the values as they are now', () => {
  const now = { search: 'beat', kinds: ['a', 'b'] }
  expect(applyChange(now, { search: '' })).toEqual({ search: '', kinds: ['a', 'b'] })
  expect(applyChange(now, ({ kinds }) => ({ kinds: kinds.slice(1) }))).toEqual({
    search: 'beat',
    kinds: ['b'],
  })
})
