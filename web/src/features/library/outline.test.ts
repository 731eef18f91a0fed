import { expect, test } from 'vitest'
import { pathOf } from './outline'

test('MED-09: the outline is a stroke a part about the middle, and silence is still a dot', () => {
  expect(pathOf([200, 0, 100])).toBe('M2 1v22M6 11v2M10 6.5v11')
  expect(pathOf([0, 0])).toBe('M2 11v2M6 11v2')
})
