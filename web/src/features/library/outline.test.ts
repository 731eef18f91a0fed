import { expect, test } from 'vitest'
import { pathOf } from './outline'

test('MED-09: the outline is a stroke a part about the middle, and silence is still a dot', () => {
  expect(pathOf([255, 0, 128])).toBe('M2 1v22M6 11v2M10 6.5v11')
})
