import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Sale } from '@/entities/sales/sale'
import { bodyOf, changeOf, newValues, type SaleInput, saleSchema, valuesOf } from './sale-schema'

const typed = {
  ...newValues(undefined, new Date(2026, 10, 15)),
  title: ' Midnight Drive ',
  client: 'Nova Records',
  amount: '1,200.50',
}

const sale = {
  id: 's1',
  title: 'Midnight Drive',
  client: 'Nova Records',
  client_id: 'c1',
  amount: 1200.5,
  currency: 'USD',
  license: 'exclusive',
  date: '2026-11-14',
  status: 'Completed',
  notes: null,
} as Sale

function faults(values: object): Record<string, string> {
  const { issues } = v.safeParse(saleSchema, values)
  return Object.fromEntries((issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

const parsed = (input: SaleInput) => v.parse(saleSchema, input)

// SALE-02
describe("a sale's form", () => {
  it('TRUE-01 starts in the default currency where it has an account', () => {
    expect(['EUR', 'GBP', 'KES', undefined].map((currency) => newValues(currency).currency)).toEqual([
      'EUR',
      'GBP',
      'USD',
      'USD',
    ])
  })

  it('starts as a completed basic sale in dollars, today', () => {
    expect(typed).toMatchObject({
      currency: 'USD',
      license: 'basic',
      status: 'Completed',
      date: '2026-11-15',
    })
  })

  it('needs a title, a client, an amount and a day that exists', () => {
    expect(faults({ ...typed, title: '', client: ' ', amount: '', date: '2026-02-30' })).toEqual({
      title: 'Enter a title',
      client: 'Enter a client',
      amount: 'Enter an amount',
      date: 'Enter a valid date',
    })
    expect(faults({ ...typed, amount: '0' })).toEqual({ amount: 'Enter an amount above zero' })
    expect(faults({ ...typed, amount: '1.005' })).toEqual({ amount: 'Use up to two decimals' })
    expect(faults(typed)).toEqual({})
  })

  it('does not let a sale be typed as refunded', () => {
    expect(Object.keys(faults({ ...typed, status: 'Refunded' }))).toEqual(['status'])
  })

  it('names the buyer by the client where there is one, else by the name', () => {
    const free = bodyOf(parsed(typed))
    expect(free).toEqual({
      title: 'Midnight Drive',
      client: 'Nova Records',
      amount: 1200.5,
      currency: 'USD',
      license: 'basic',
      date: '2026-11-15',
      status: 'Completed',
    })
    const chosen = bodyOf(parsed({ ...typed, client_id: 'c1', notes: 'paid by wire' }))
    expect(chosen).toMatchObject({ client_id: 'c1', notes: 'paid by wire' })
    expect(chosen).not.toHaveProperty('client')
  })

  it('names a beat of the library where one was chosen, and lets go of it', () => {
    expect(bodyOf(parsed({ ...typed, beat_id: 'b1' }))).toMatchObject({
      beat_id: 'b1',
      title: 'Midnight Drive',
    })
    expect(bodyOf(parsed(typed))).not.toHaveProperty('beat_id')
    const linked = { ...sale, beat_id: 'b1' }
    expect(changeOf(linked, parsed(valuesOf(linked)))).toEqual({})
    expect(changeOf(linked, parsed({ ...valuesOf(linked), beat_id: '' }))).toEqual({ beat_id: null })
    expect(changeOf(sale, parsed({ ...valuesOf(sale), beat_id: 'b2' }))).toEqual({ beat_id: 'b2' })
  })

  it('sends only what was changed', () => {
    const values = valuesOf(sale)
    expect(changeOf(sale, parsed(values))).toEqual({})
    expect(changeOf(sale, parsed({ ...values, amount: '1200.5' }))).toEqual({})
    expect(changeOf(sale, parsed({ ...values, amount: '900', status: 'Pending' }))).toEqual({
      amount: 900,
      status: 'Pending',
    })
    expect(changeOf({ ...sale, notes: 'x' }, parsed(values))).toEqual({ notes: '' })
  })

  it('lets go of the client where only a name is left', () => {
    const values = valuesOf(sale)
    expect(changeOf(sale, parsed({ ...values, client: 'Ade', client_id: '' }))).toEqual({
      client_id: null,
      client: 'Ade',
    })
    expect(changeOf(sale, parsed({ ...values, client: 'Lowtide', client_id: 'c2' }))).toEqual({
      client_id: 'c2',
    })
    const free = { ...sale, client_id: null }
    expect(changeOf(free, parsed({ ...valuesOf(free), client: 'Ade' }))).toEqual({ client: 'Ade' })
  })
})
