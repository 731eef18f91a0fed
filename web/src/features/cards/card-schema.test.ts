import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Card } from '@/entities/cards/card'
import {
  bodyOf,
  type CardValues,
  changeOf,
  formFieldOf,
  knownCardSchema,
  NEW_CARD,
  newCardSchema,
} from './card-schema'

const GOOD: CardValues = {
  type: 'american_express',
  number: '4242 4242 4242 4242',
  holder: 'MAYA OKAFOR',
  expiry: '08/31',
  cvv: '123',
  nickname: 'Studio',
}

function faultsOf(
  change: Partial<CardValues>,
  schema: typeof newCardSchema | typeof knownCardSchema = newCardSchema,
) {
  const { issues } = v.safeParse(schema, { ...GOOD, ...change })
  return v.flatten(issues ?? ([] as never)).nested ?? {}
}

describe('the form of a new card (CARD-02)', () => {
  it('accepts a whole one', () => {
    expect(v.safeParse(newCardSchema, GOOD).success).toBe(true)
  })

  it.each(['number', 'holder', 'expiry', 'cvv'] as const)('asks for %s', (name) => {
    expect(faultsOf({ [name]: '' })[name]?.[0]).toBe('Please fill in all required fields')
  })

  it.each([
    [{ number: '4242 4242 4242 424' }, 'Please enter a valid 16-digit card number'],
    [{ expiry: '8/31' }, 'Please enter a valid expiry date (MM/YY)'],
    [{ expiry: '13/31' }, 'Please enter a valid expiry date (MM/YY)'],
    [{ expiry: '00/31' }, 'Please enter a valid expiry date (MM/YY)'],
    [{ cvv: '12' }, 'Please enter a valid CVV'],
    [{ holder: 'A'.repeat(101) }, 'Use up to 100 characters'],
    [{ nickname: 'n'.repeat(41) }, 'Use up to 40 characters'],
  ])('refuses %j', (change, text) => {
    expect(Object.values(faultsOf(change)).flat()[0]).toBe(text)
  })

  it('sends the type with a capital, digits only, four digits of the year, and no nickname (CARD-03)', () => {
    expect(bodyOf(GOOD)).toEqual({
      type: 'American Express',
      number: '4242424242424242',
      holder_name: 'MAYA OKAFOR',
      expiry_month: 8,
      expiry_year: 2031,
      cvv: '123',
      is_default: false,
    })
  })
})

describe('the form of a known card', () => {
  const card = { id: 'a', type: 'visa', holder: 'MAYA OKAFOR' } as Card

  it('sends only what is new', () => {
    const same = { ...NEW_CARD, type: 'visa', holder: 'MAYA OKAFOR' } as CardValues
    expect(changeOf(card, { ...same, nickname: 'Travel' })).toEqual({})
    expect(changeOf(card, { ...same, type: 'discover', expiry: '01/40' })).toEqual({
      type: 'Discover',
      expiry_month: 1,
      expiry_year: 2040,
    })
  })

  it('lets number, code and expiry be empty, but not a broken expiry', () => {
    expect(faultsOf({ number: '', cvv: '', expiry: '' }, knownCardSchema)).toEqual({})
    expect(faultsOf({ expiry: '1/4' }, knownCardSchema).expiry?.[0]).toBe(
      'Please enter a valid expiry date (MM/YY)',
    )
  })
})

it('puts what the server says at the fields the form has', () => {
  expect(formFieldOf('expiry_year')).toBe('expiry')
  expect(formFieldOf('holder_name')).toBe('holder')
  expect(formFieldOf('odd')).toBeNull()
})
