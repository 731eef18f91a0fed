import { describe, expect, it } from 'vitest'
import { filterQuery, isFiltering, matchesNothing, NO_FILTER } from '@/entities/transactions/filter'
import { filterOf, paramsOf, readFilterParams } from './filter-params'

describe("the history's filters in the address (TXN-01)", () => {
  it('are all on at first and leave the address plain', () => {
    expect(filterOf({})).toEqual(NO_FILTER)
    expect(paramsOf(NO_FILTER)).toEqual({})
    expect(isFiltering(NO_FILTER)).toBe(false)
    expect(filterQuery(NO_FILTER)).toEqual({})
  })

  it('come back from the address as they went in', () => {
    const filter = { ...NO_FILTER, search: 'rent 50%', types: ['deposit', 'other'], statuses: [] } as const
    const params = paramsOf(filter)
    expect(params).toEqual({ q: 'rent 50%', type: 'deposit,other', status: 'none' })
    expect(filterOf(readFilterParams(params))).toEqual(filter)
    expect(matchesNothing(filter)).toBe(true)
  })

  it('are asked of the server as comma lists', () => {
    expect(filterQuery({ ...NO_FILTER, search: 'x', statuses: ['pending', 'failed'] })).toEqual({
      search: 'x',
      status: 'pending,failed',
    })
  })

  it('LIST-01 keep days, amounts, account and order, and ask for them with signs', () => {
    const filter = {
      ...NO_FILTER,
      from: '2026-11-01',
      to: '2026-11-30',
      direction: 'out',
      min: '100',
      max: '640.5',
      account: 'a1',
      sort: 'amount',
      order: 'asc',
    } as const
    expect(filterOf(readFilterParams({ ...paramsOf(filter), min: 100, max: 640.5 }))).toEqual(filter)
    expect(filterQuery(filter)).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
      min: '-640.5',
      max: '-100',
      account_id: 'a1',
      sort: 'amount',
      order: 'asc',
    })
    expect(filterQuery({ ...NO_FILTER, direction: 'in', max: '5' })).toEqual({ min: '0.01', max: '5' })
    expect(filterQuery({ ...NO_FILTER, direction: 'out' })).toEqual({ max: '-0.01' })
    expect(matchesNothing({ ...filter, min: '641' })).toBe(true)
    expect(matchesNothing({ ...filter, to: '2026-10-31' })).toBe(true)
  })

  it.each([
    [{ min: 5 }, { direction: 'in', min: '5' }],
    [{ from: '2026-13-01', sort: 'color', order: 'up', max: '-3', account: 7 }, {}],
    [{ sort: 'title' }, { sort: 'title' }],
    [{ sort: 'date', order: 'asc' }, { order: 'asc' }],
    [{ type: 'gift' }, {}],
    [{ type: 7, status: null, q: {} }, {}],
    [{ q: 2026 }, { q: '2026' }],
    [{ q: '  ' }, {}],
    [{ transaction: 'abc' }, { transaction: 'abc' }],
    [{ transaction: 7 }, {}],
    [{ type: 'other,deposit,gift', page: 3 }, { type: 'deposit,other' }],
  ])('take from %o only what makes sense', (raw, params) => {
    expect(readFilterParams(raw)).toEqual(params)
  })
})
