// CARD-01
import { describe, expect, it } from 'vitest'
import type { Card } from '@/entities/cards/card'
import { cardFilterOf, EVERY_CARD, nextStation, readCardFilter } from './card-filter'
import { matchingCards } from './matching-cards'

const card = (type: Card['type'], holder: string) => ({ id: `${type} ${holder}`, type, holder }) as Card

const ALL = [
  card('visa', 'MAYA OKAFOR'),
  card('mastercard', 'VISAGE LTD'),
  card('american_express', 'MAYA OKAFOR'),
]

const found = (filter: Partial<typeof EVERY_CARD>) =>
  matchingCards(ALL, { ...EVERY_CARD, ...filter }).map(({ type }) => type)

describe('the cards on show', () => {
  it('go round all, Visa, Mastercard, all (CARD-01)', () => {
    expect(nextStation('all')).toBe('visa')
    expect(nextStation('visa')).toBe('mastercard')
    expect(nextStation('mastercard')).toBe('all')
    expect(found({ only: 'visa' })).toEqual(['visa'])
    expect(found({ only: 'mastercard' })).toEqual(['mastercard'])
    expect(found({})).toHaveLength(3)
  })

  it('are found by type or holder, in any case (CARD-01)', () => {
    expect(found({ search: 'okafor' })).toEqual(['visa', 'american_express'])
    expect(found({ search: 'visa' })).toEqual(['visa', 'mastercard'])
    expect(found({ search: 'american ex' })).toEqual(['american_express'])
    expect(found({ search: 'maya', only: 'mastercard' })).toEqual([])
    expect(found({ search: '%' })).toEqual([])
  })

  it('stand in the address, which may say anything', () => {
    expect(readCardFilter({ q: ' maya ', only: 'visa' })).toEqual({ q: 'maya', only: 'visa' })
    expect(readCardFilter({ q: 2026 })).toEqual({ q: '2026' })
    expect(readCardFilter({ q: ['a'], only: 'amex' })).toEqual({})
    expect(cardFilterOf({})).toEqual(EVERY_CARD)
  })
})
