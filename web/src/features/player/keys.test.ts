import { expect, it } from 'vitest'
import { deedOf } from './keys'

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
])('%j means %s', (key, deed) => {
  expect(deedOf(press(key), 'SECTION')).toBe(deed)
})

it('leaves to a control what is its own, and to the browser its shortcuts', () => {
  expect(deedOf(press(' '), 'BUTTON')).toBeNull()
  expect(deedOf(press('ArrowLeft'), 'INPUT')).toBeNull()
  expect(deedOf(press('m'), 'BUTTON')).toBe('mute')
  expect(deedOf(press('f', { ctrlKey: true }), 'SECTION')).toBeNull()
  expect(deedOf(press('ArrowRight', { shiftKey: true }), 'SECTION')).toBe('next')
  expect(deedOf(press('ArrowLeft', { shiftKey: true }), 'SECTION')).toBe('previous')
})
