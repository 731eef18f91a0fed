import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConnection } from './connection'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('AWAY-01 one lost request is no absence; when the server does not answer either, it is asked until it does', async () => {
  let answers = true
  const probe = vi.fn(async () => answers)
  const connection = createConnection({ probe })
  const lost = () => connection.watch(Promise.reject(new TypeError('lost'))).catch(() => {})

  await lost()
  await vi.advanceTimersByTimeAsync(0)
  expect(probe).toHaveBeenCalledOnce()
  expect(connection.isAway()).toBe(false)

  answers = false
  await lost()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.isAway()).toBe(true)
  const back = vi.fn()
  connection.whenBack().then(back)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(back).not.toHaveBeenCalled()
  answers = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(back).toHaveBeenCalledOnce()
  expect(connection.isAway()).toBe(false)
})

it('AWAY-01 a request that the page itself gave up says nothing about the server', async () => {
  const probe = vi.fn(async () => false)
  const connection = createConnection({ probe })
  await connection.watch(Promise.reject(new DOMException('gone', 'AbortError'))).catch(() => {})
  expect(probe).not.toHaveBeenCalled()
})
