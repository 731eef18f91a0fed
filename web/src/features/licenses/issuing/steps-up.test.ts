import { describe, expect, it } from 'vitest'
import type { Kind } from '@/entities/licenses/kind'
import { differenceOf, higherKinds } from './upgrade-dialog'

const kind = (id: string, tier: string, price: number, more: Partial<Kind> = {}) =>
  ({ id, tier, price, currency: 'USD', enabled: true, ...more }) as Kind
const license = { kind_id: 'wav', tier: 'premium' as const, price: 59, currency: 'USD' }

describe('LIC-14 a license is upgraded', () => {
  it('to a kind of its tier or above that costs more, the nearest first', () => {
    const kinds = [
      kind('exclusive', 'exclusive', 1200),
      kind('mp3', 'basic', 29),
      kind('loud', 'basic', 500),
      kind('wav', 'premium', 59),
      kind('trackout', 'premium', 129),
      kind('off', 'unlimited', 249, { enabled: false }),
      kind('euro', 'unlimited', 249, { currency: 'EUR' }),
    ]
    expect(higherKinds(license, kinds).map(({ id }) => id)).toEqual(['trackout', 'exclusive'])
  })

  it('for the difference, which is never negative', () => {
    expect(differenceOf(license, { price: 129 })).toBe(7_000n)
    expect(differenceOf(license, { price: 29.5 })).toBe(0n)
  })
})
