// @vitest-environment jsdom
// RAIL-01 the side rail folds, stays so, and lies over the page where the window is too narrow for a column.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRail } from './rail'

let width = 1440

beforeEach(() => {
  localStorage.clear()
  width = 1440
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return width >= 16 * Number(/[\d.]+/.exec(query)?.[0])
    },
    addEventListener() {},
  }))
})
afterEach(() => vi.unstubAllGlobals())

function shownRail() {
  const rail = createRail()
  rail.setOnScreen(true)
  return rail
}

it('is open on a wide window, and a fold outlives the page', () => {
  const rail = shownRail()
  expect(rail.get()).toBe('open')
  rail.toggle()
  expect(rail.get()).toBe('folded')
  expect(shownRail().get()).toBe('folded')
  rail.toggle()
  expect(shownRail().get()).toBe('open')
})

it('is folded below 1360 pixels, where opening it is forgotten with the next screen', () => {
  width = 1280
  const rail = shownRail()
  expect(rail.get()).toBe('folded')
  rail.toggle()
  expect(rail.get()).toBe('over')
  rail.closeOver()
  expect(rail.get()).toBe('folded')
  rail.toggle()
  rail.setOnScreen(false)
  rail.setOnScreen(true)
  expect(rail.get()).toBe('folded')
  width = 1440
  expect(shownRail().get()).toBe('open')
})

it('is not there on a phone or on a screen without it', () => {
  width = 800
  const rail = shownRail()
  expect(rail.get()).toBe('none')
  rail.toggle()
  width = 1440
  expect(rail.get()).toBe('open')
  rail.setOnScreen(false)
  expect(rail.get()).toBe('none')
})
