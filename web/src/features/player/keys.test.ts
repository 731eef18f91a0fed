import { expect, it } from 'vitest'
import { actionOf } from './keys'

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

// PLAY-06
it.each([
  [' ', 'toggle'],
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['ArrowUp', 'louder'],
  ['ArrowDown', 'softer'],
  ['m', 'mute'],
  ['f', 'maximize'],
  ['Escape', 'leave'],
  ['x', null],
])('%j means %s', (key, action) => {
  expect(actionOf(press(key), 'SECTION')).toBe(action)
})

it('leaves to a control what is its own, and to the browser its shortcuts', () => {
  expect(actionOf(press(' '), 'BUTTON')).toBeNull()
  expect(actionOf(press('ArrowLeft'), 'INPUT')).toBeNull()
  expect(actionOf(press('m'), 'BUTTON')).toBe('mute')
  expect(actionOf(press('f', { ctrlKey: true }), 'SECTION')).toBeNull()
  expect(actionOf(press('ArrowRight', { shiftKey: true }), 'SECTION')).toBe('next')
  expect(actionOf(press('ArrowLeft', { shiftKey: true }), 'SECTION')).toBe('previous')
})
