import { describe, expect, it } from 'vitest'
import { createAttempts, freshKey } from './attempts'

describe('the key of an attempt', () => {
  it('stays for the same request and changes with it', () => {
    const attempts = createAttempts()
    const first = attempts.keyFor({ amount: 5 })
    expect(attempts.keyFor({ amount: 5 })).toBe(first)
    expect(attempts.keyFor({ amount: 6 })).not.toBe(first)
  })

  it('is a new one after a success, even for the same request', () => {
    const attempts = createAttempts()
    const first = attempts.keyFor({ amount: 5 })
    attempts.done()
    expect(attempts.keyFor({ amount: 5 })).not.toBe(first)
  })

  it('is a random UUID', () => {
    const keys = new Set(Array.from({ length: 50 }, freshKey))
    expect(keys.size).toBe(50)
    for (const key of keys)
      expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })
})
