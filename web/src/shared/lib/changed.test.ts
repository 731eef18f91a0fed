import { expect, test } from 'vitest'
import { changed } from './changed'

test('a change keeps the other fields, and a function sees the values as they are now', () => {
  const now = { search: 'beat', kinds: ['a', 'b'] }
  expect(changed(now, { search: '' })).toEqual({ search: '', kinds: ['a', 'b'] })
  expect(changed(now, ({ kinds }) => ({ kinds: kinds.slice(1) }))).toEqual({ search: 'beat', kinds: ['b'] })
})
