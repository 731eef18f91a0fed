import { describe, expect, it } from 'vitest'
import { CAPS, type Cap, type CapName, capStateOf, mostUsed, type Terms } from './terms'

const unlimited = () =>
  Object.fromEntries(CAPS.map((name) => [name, { allowed: true, limit: null }])) as Terms['caps']
const limits = (some: Partial<Record<CapName, Cap>>): Terms['caps'] => ({ ...unlimited(), ...some })

describe('LIC-15 a cap', () => {
  it.each([
    [{ allowed: false, limit: null }, 5, 'none'],
    [{ allowed: true, limit: null }, 5, 'free'],
    [{ allowed: true, limit: 100 }, 79, 'fine'],
    [{ allowed: true, limit: 100 }, 80, 'hot'],
    [{ allowed: true, limit: 100 }, 100, 'hot'],
    [{ allowed: true, limit: 100 }, 101, 'over'],
  ] as const)('of %j with %i used is %s', (cap, used, state) => {
    expect(capStateOf(cap, used)).toBe(state)
  })

  it('that is nearest to its end is the one a list shows', () => {
    const caps = limits({ streams: { allowed: true, limit: 1000 }, radio: { allowed: true, limit: 4 } })
    expect(mostUsed(caps, { streams: 100, radio: 3 })).toBe('radio')
    expect(mostUsed(caps, {})).toBe('streams')
    expect(mostUsed(unlimited(), { radio: 3 })).toBe('streams')
  })
})
