import { expect, it } from 'vitest'
import { withinReach } from './use-drag'

const HOME = { left: 240, top: 100, width: 800, height: 600 }
const VIEW = { width: 1280, height: 800 }

// PLAY-01
it.each([
  ['anywhere in view', { x: 50, y: -20 }, { x: 50, y: -20 }],
  ['never above the top', { x: 0, y: -500 }, { x: 0, y: -100 }],
  ['never below the bottom', { x: 0, y: 2000 }, { x: 0, y: 652 }],
  ['never out at the left', { x: -5000, y: 0 }, { x: -920, y: 0 }],
  ['never out at the right', { x: 5000, y: 0 }, { x: 920, y: 0 }],
])('the window goes %s', (_where, wanted, got) => {
  expect(withinReach(wanted, HOME, VIEW)).toEqual(got)
})
