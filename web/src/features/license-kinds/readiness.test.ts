import { describe, expect, it } from 'vitest'
import type { Missing } from '@/entities/licenses/kind'
import { newKind } from './kind-schema'
import { kindText } from './kind-text'
import { needsOf, nounOf } from './readiness'

const missing = (field: string, label: string): Missing => ({ field, label, where: 'legal_profile' })
const NAME = missing('producer.name', 'Your legal name')
const PUBLISHER = missing('producer.publisher', 'Your publisher')

describe('LIC-08 what keeps kinds from being sold', () => {
  it('is said once for kinds that need the same', () => {
    expect(
      needsOf([
        { name: 'MP3 Lease', missing: [NAME] },
        { name: 'Exclusive', missing: [NAME, PUBLISHER] },
        { name: 'WAV Lease', missing: [NAME] },
      ]),
    ).toEqual([
      { names: ['MP3 Lease', 'WAV Lease'], fields: ['your legal name'] },
      { names: ['Exclusive'], fields: ['your legal name', 'your publisher'] },
    ])
  })

  it('is a noun on the button that adds it', () => {
    expect([nounOf('Your publisher'), nounOf('Your PRO'), nounOf('Credit line')]).toEqual([
      'Publisher',
      'PRO',
      'Credit line',
    ])
  })
})

describe('LIC-02 a kind in one line', () => {
  const kind = newKind('USD', '')
  it.each([
    [{}, 'MP3 · no caps · 2 years'],
    [{ term_months: 18 }, 'MP3 · no caps · 18 months'],
    [{ tier: 'exclusive' as const, is_exclusive: true, term_months: null }, 'MP3 · 1 buyer · forever'],
    [{ delivers: ['tagged' as const], term_months: 12 }, 'Tagged MP3 · no caps · 1 year'],
    [{ caps: { ...kind.caps, streams: { allowed: true, limit: 50_000 } } }, 'MP3 · 50,000 streams · 2 years'],
    [{ caps: { ...kind.caps, streams: { allowed: false, limit: null } } }, 'MP3 · 2 years'],
  ])('%j', (change, text) => {
    expect(kindText({ ...kind, ...change })).toBe(text)
  })
})
