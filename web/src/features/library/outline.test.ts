import { expect, test } from 'vitest'
import { partsOf } from '@/entities/documents/document'
import { averageParts, pathOf } from './outline'

test('MED-09: the outline is a stroke a part about the middle, and silence is still a dot', () => {
  expect(pathOf([200, 0, 100])).toBe('M2 1v22M6 11v2M10 6.5v11')
  expect(pathOf([0, 0])).toBe('M2 11v2M6 11v2')
})

test('MED-09: a letter is the loudness of a part, and parts are put together by their average', () => {
  expect(partsOf('ABZa09-_?')).toEqual([0, 1, 25, 26, 52, 61, 62, 63, 0])
  expect(averageParts([2, 4, 10, 20, 7], 2)).toEqual([3, 37 / 3])
  expect(averageParts([5], 3)).toEqual([5, 5, 5])
})
