import { describe, expect, it } from 'vitest'
import type { Card } from '@/entities/cards/card'
import { counterpartOptions, firstCounterpart, movementOf } from './movement-schema'

const CARDS = [
  { id: '1', type: 'visa', lastFour: '4207', isDefault: false },
  { id: '2', type: 'american_express', lastFour: '0056', isDefault: true },
] as Card[]
const CLIENTS = [{ id: '9', name: 'Kito Sound', bank: 'First Harbor Bank' }]

describe('where money comes from or goes to (FIN-06)', () => {
  it('is nothing, a card or a client, and the default card at first', () => {
    expect(counterpartOptions(CARDS, CLIENTS).map(({ label }) => label)).toEqual([
      'None',
      'Visa ending 4207',
      'American Express ending 0056',
      'Kito Sound, First Harbor Bank',
    ])
    expect(firstCounterpart(CARDS)).toBe('card:2')
    expect(firstCounterpart([])).toBe('')
  })

  it('is sent under the name the server has for it', () => {
    const move = (counterpart: string) => movementOf({ amount: 125_050n, counterpart, note: '' })
    expect(move('')).toEqual({ amount: 1250.5 })
    expect(move('card:2')).toEqual({ amount: 1250.5, card_id: '2' })
    expect(move('client:9')).toEqual({ amount: 1250.5, beneficiary_id: '9' })
  })
})
