import { expect, test } from 'vitest'
import { libraryFilter as copy } from '@/shared/copy/library/library'
import { tempoProblem } from './library-filters'

test('MED-03 a tempo in the filter is checked before the server sees it', () => {
  expect(['', '140', '93.5', '20', '400'].map((typed) => tempoProblem(typed, null))).toEqual(
    Array(5).fill(null),
  )
  for (const typed of ['1', '14', '401', 'fast', '1e2']) expect(tempoProblem(typed, null)).toBe(copy.bpmWrong)
  expect(tempoProblem('100', 120)).toBe(copy.bpmOrder)
  expect(tempoProblem('120', 120)).toBeNull()
})
