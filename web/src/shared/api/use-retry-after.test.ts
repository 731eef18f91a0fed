// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './error'
import { useRetryAfter, waitText, withoutWait } from './use-retry-after'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a call that must wait', () => {
  it('tells how long, counts down and goes away (AUTH-13)', () => {
    const { result } = renderHook(() => useRetryAfter())
    const error = new ApiError(429, { error: 'Too many attempts. Please try again in 3 seconds.' }, '3')
    let taken = false
    act(() => {
      taken = result.current.startFrom(error)
    })
    expect(taken).toBe(true)
    expect(result.current.text).toBe('Too many attempts. Try again in 3 seconds.')
    act(() => {
      vi.advanceTimersByTime(2_000)
    })
    expect(result.current.text).toBe('Too many attempts. Try again in 1 second.')
    act(() => {
      vi.advanceTimersByTime(1_000)
    })
    expect(result.current.text).toBeNull()
  })

  it('can be told of a wait that began elsewhere; one that is over is none (CARD-05)', () => {
    const { result } = renderHook(() => useRetryAfter())
    act(() => result.current.startUntil('Card details are locked.', Date.now() + 90_000))
    expect(result.current.text).toBe('Card details are locked. Try again in 2 minutes.')
    act(() => result.current.startUntil('Card details are locked.', Date.now()))
    expect(result.current.text).toBeNull()
  })

  it('leaves every other failure to the screen', () => {
    const { result } = renderHook(() => useRetryAfter())
    for (const error of [
      new ApiError(401, null, null),
      new ApiError(429, null, '0'),
      new TypeError('offline'),
    ]) {
      expect(result.current.startFrom(error)).toBe(false)
    }
  })

  it('speaks in seconds under a minute, else in whole minutes', () => {
    expect(waitText(0.2)).toBe('1 second')
    expect(waitText(59)).toBe('59 seconds')
    expect(waitText(60)).toBe('1 minute')
    expect(waitText(61)).toBe('2 minutes')
  })

  it("drops the wait from the server's sentence, and nothing else", () => {
    expect(withoutWait('Too many attempts. Please try again in 40 seconds.')).toBe('Too many attempts.')
    expect(withoutWait('The server is busy.')).toBe('The server is busy.')
  })
})
