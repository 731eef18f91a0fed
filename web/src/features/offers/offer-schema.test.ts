import { describe, expect, it, vi } from 'vitest'
import type { Offer } from '@/entities/offers/offer'
import {
  bodyOf,
  defaultPrice,
  faultsOf,
  fieldOfServer,
  newLine,
  newOffer,
  type OfferInput,
  totalOf,
  valuesOf,
} from './offer-schema'

const NOW = new Date(2026, 10, 18, 12)
const OFFER = {
  client_id: 'c1',
  buyer: { name: 'Ade Balogun', email: '' },
  lines: [],
  currency: 'USD',
  words: '',
  ways: [],
  remind: false,
} as unknown as Offer
const line = (change = {}) => ({
  ...newLine({ id: 'b1', name: 'Lagos After Rain' }),
  kind_id: 'k1',
  price: '149',
  ...change,
})
const values = (change: Partial<OfferInput> = {}): OfferInput => ({
  ...newOffer({ client: { id: 'c1', name: 'Ade Balogun' } }, 'USD', ['w1']),
  lines: [line()],
  expires_on: '2026-12-01',
  ...change,
})
const faults = (change: Partial<OfferInput>) => faultsOf(values(change), NOW).map(([path]) => path)

describe('OFF-01 the form of an offer', () => {
  it('names what is missing at its field, in every line', () => {
    expect(faults({})).toEqual([])
    expect(faults({ client_id: '' })).toEqual(['client'])
    expect(faults({ who: 'buyer', name: '', email: 'ade' })).toEqual(['name', 'email'])
    expect(faults({ lines: [line(), line({ document_id: '', kind_id: '', price: '1,5' })] })).toEqual([
      'lines.1.beat',
      'lines.1.kind_id',
      'lines.1.price',
    ])
    expect(faults({ lines: [line({ price: '0' })] })).toEqual([])
    // An offer can end with today.
    expect(faults({ expires_on: '2026-11-18' })).toEqual([])
    expect(faults({ expires_on: '2026-11-17' })).toEqual(['expires_on'])
  })

  it('becomes a body for a client, or for someone new', () => {
    expect(bodyOf(values({ words: ' For your EP ' }))).toEqual({
      client_id: 'c1',
      currency: 'USD',
      lines: [{ document_id: 'b1', kind_id: 'k1', price: 149 }],
      words: 'For your EP',
      expires_on: '2026-12-01',
      ways: ['w1'],
      remind: false,
    })
    const someone = bodyOf(values({ who: 'buyer', name: ' Iris ', email: ' iris@vance.studio ' }))
    expect(someone.buyer).toEqual({ name: 'Iris', email: 'iris@vance.studio' })
    expect(someone).not.toHaveProperty('client_id')
  })

  it.each(['Pacific/Auckland', 'UTC', 'America/Los_Angeles'])(
    'FIRM-06 keeps the last day of an offer that is saved unchanged in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const offer = { ...OFFER, expires_on: '2026-12-10', expires_at: '2026-12-11T08:00:00.000Z' }
      for (let saved = 0; saved < 3; saved += 1) {
        expect(valuesOf(offer).expires_on).toBe('2026-12-10')
        expect(bodyOf(valuesOf(offer), offer)).not.toHaveProperty('expires_on')
      }
      const later = { ...valuesOf(offer), expires_on: '2026-12-12' }
      expect(bodyOf(later, offer).expires_on).toBe('2026-12-12')
      // A moment that the API was given is not turned into a day.
      const moment = { ...offer, expires_on: null }
      expect(bodyOf(valuesOf(moment), moment)).not.toHaveProperty('expires_on')
      vi.unstubAllEnvs()
    },
  )

  it('adds up what can be read', () => {
    expect(totalOf([line({ price: '149.50' }), line({ price: '' }), line({ price: '0.50' })])).toBe(15_000n)
  })

  it('starts with what the license costs for the beat, in the currency of the offer', () => {
    const prices = [
      { kind_id: 'k1', price: 59, currency: 'USD' },
      { kind_id: 'k2', price: null, currency: 'USD' },
    ]
    expect(defaultPrice(prices, 'k1', 'USD')).toBe('59.00')
    expect(defaultPrice(prices, 'k1', 'EUR')).toBeNull()
    expect(defaultPrice(prices, 'k2', 'USD')).toBeNull()
  })

  it('puts what the server says at its field', () => {
    expect(fieldOfServer('lines.1.document_id')).toBe('lines.1.beat')
    expect(fieldOfServer('lines[0].price')).toBe('lines.0.price')
    expect(fieldOfServer('buyer.email')).toBe('email')
    expect(fieldOfServer('expires_at')).toBe('expires_on')
    expect(fieldOfServer('expires_on')).toBe('expires_on')
    expect(fieldOfServer('mood')).toBeNull()
  })
})
