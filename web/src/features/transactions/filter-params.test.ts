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
    const filter = { search: 'rent 50%', types: ['deposit', 'other'], statuses: [] } as const
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

  it.each([
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
