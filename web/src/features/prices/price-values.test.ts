import { expect, it } from 'vitest'
import type { BeatPrice } from '@/entities/prices/prices'
import { changesOf, faultOf, type PriceValue, valuesOf } from './price-values'

const price = (change: Partial<BeatPrice>): BeatPrice => ({
  kind_id: 'k1',
  name: 'MP3 Lease',
  tier: 'mp3',
  is_exclusive: false,
  offer: 'default',
  price: 29,
  currency: 'USD',
  default_price: 29,
  is_offered: true,
  reason: null,
  ...change,
})
const value = (choice: PriceValue['choice'], typed = '29.00'): PriceValue => ({ kindId: 'k1', choice, typed })

it('LIC-04 the dialog starts with the prices of the beat, and sends only what was changed', () => {
  const before = valuesOf([price({}), price({ kind_id: 'k2', offer: 'own', price: 59.5 })])
  expect(before.map(({ choice, typed }) => [choice, typed])).toEqual([
    ['default', '29.00'],
    ['own', '59.50'],
  ])
  expect(changesOf(before, before)).toEqual([])
  const [first, second] = before as [PriceValue, PriceValue]
  expect(changesOf([{ ...first, choice: 'own', typed: '1,200' }, second], before)).toEqual([
    { kind_id: 'k1', offer: 'own', price: 1200 },
  ])
  expect(changesOf([first, { ...second, typed: '59.5' }], before)).toEqual([])
  expect(
    changesOf(
      [
        { ...first, choice: 'off' },
        { ...second, choice: 'default' },
      ],
      before,
    ),
  ).toEqual([
    { kind_id: 'k1', offer: 'off' },
    { kind_id: 'k2', offer: 'default' },
  ])
})

it('LIC-04 several beats keep what nothing was chosen for', () => {
  expect(changesOf([value('keep')], [])).toEqual([])
  expect(changesOf([value('default')], [])).toEqual([{ kind_id: 'k1', offer: 'default' }])
})

it('LIC-04 an own price must be an amount, and may be zero', () => {
  expect(faultOf(value('own', '0'))).toBeNull()
  expect(faultOf(value('own', '12.50'))).toBeNull()
  expect(faultOf(value('own', ''))).not.toBeNull()
  expect(faultOf(value('own', '1.234'))).not.toBeNull()
  expect(faultOf(value('off', ''))).toBeNull()
})
