// @vitest-environment jsdom
// One PIN check holds for five minutes in the tab, and not a moment longer.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PIN_HOLD_MS } from '@/shared/config/limits'
import { createPinHold } from './pin-hold'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a right PIN (CARD-05)', () => {
  it('holds for five minutes, then tells whoever shows details', () => {
    const hold = createPinHold(PIN_HOLD_MS)
    const ended = vi.fn()
    hold.onEnd(ended)
    expect(hold.pin()).toBeNull()
    hold.keep('2583')
    vi.advanceTimersByTime(5 * 60_000 - 1)
    expect(hold.pin()).toBe('2583')
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(hold.pin()).toBeNull()
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('holds anew after a new check', () => {
    const hold = createPinHold(1_000)
    hold.keep('2583')
    vi.advanceTimersByTime(900)
    hold.keep('1111')
    vi.advanceTimersByTime(900)
    expect(hold.pin()).toBe('1111')
  })

  it('is over when the clock says so, though a sleeping machine ran no timer', () => {
    const hold = createPinHold(1_000)
    const ended = vi.fn()
    hold.onEnd(ended)
    hold.keep('2583')
    vi.setSystemTime(Date.now() + 1_000)
    expect(hold.pin()).toBeNull()
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('ends once when it is ended, and tells nobody who left', () => {
    const hold = createPinHold(1_000)
    const [ended, gone] = [vi.fn(), vi.fn()]
    hold.onEnd(ended)
    hold.onEnd(gone)()
    hold.keep('2583')
    hold.end()
    hold.end()
    vi.advanceTimersByTime(2_000)
    expect(hold.pin()).toBeNull()
    expect(ended).toHaveBeenCalledTimes(1)
    expect(gone).not.toHaveBeenCalled()
  })
})
