import { describe, expect, it } from 'vitest'
import { faultsOf, fieldOfServer, newWay, summaryOf, wayOf, withType } from './way-schema'

const BEFORE = { id: 'w1', enabled: true }

describe('OFF-07 ways to pay', () => {
  it('name what their type needs', () => {
    const paths = (change: object) => faultsOf({ ...newWay(), ...change }).map(([path]) => path)
    expect(paths({ type: 'bank' })).toEqual(['rows'])
    expect(paths({ type: 'paypal', address: 'http://paypal.me/maya' })).toEqual(['address'])
    expect(paths({ type: 'link', address: 'https://buy.stripe.com/1' })).toEqual([])
    expect(paths({ type: 'other', label: ' ' })).toEqual(['label', 'words'])
  })

  it('keep only what belongs to their type', () => {
    const values = {
      ...newWay('link'),
      address: ' https://buy.stripe.com/1 ',
      words: 'Cash',
      kind_id: 'k1',
    }
    expect(wayOf(values, BEFORE)).toMatchObject({
      rows: [],
      address: 'https://buy.stripe.com/1',
      words: '',
      kind_id: 'k1',
    })
    expect(wayOf({ ...values, type: 'other' }, BEFORE)).toMatchObject({
      address: '',
      words: 'Cash',
      kind_id: null,
    })
    const bank = {
      ...newWay(),
      rows: [
        { label: 'IBAN', value: ' DE02 ' },
        { label: 'BIC', value: '' },
      ],
    }
    expect(wayOf(bank, BEFORE).rows).toEqual([{ label: 'IBAN', value: 'DE02' }])
    expect(summaryOf(wayOf(bank, BEFORE))).toBe('IBAN DE02')
  })

  it('keep a name that was typed when the type changes', () => {
    expect(withType(newWay(), 'paypal').label).toBe('PayPal.me')
    expect(withType({ ...newWay(), label: 'My bank' }, 'other').label).toBe('My bank')
  })

  it('show what the server says only for the one that is edited', () => {
    expect(fieldOfServer('ways.2.address', 2)).toBe('address')
    expect(fieldOfServer('ways.1.address', 2)).toBeNull()
    expect(fieldOfServer('address', 2)).toBe('address')
  })
})
