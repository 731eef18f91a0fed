import { describe, expect, it } from 'vitest'
import { displayStateOf } from './license'

const NOW = new Date(2026, 10, 18)

describe('LIC-11 the state of a license on screen', () => {
  it.each([
    ['active', null, 'active'],
    ['active', '2027-01-18', 'active'],
    ['active', '2027-01-17', 'expiring'],
    ['active', '2026-11-18', 'expiring'],
    ['expired', '2026-11-17', 'expired'],
    ['superseded', '2026-12-01', 'superseded'],
  ] as const)('%s until %s is %s', (state, expires_on, shown) => {
    expect(displayStateOf({ state, expires_on }, NOW)).toBe(shown)
  })
})
