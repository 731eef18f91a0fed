import { describe, expect, it } from 'vitest'
import { filterQuery, isFiltering, matchesNothing, NO_FILTER } from '@/entities/clients/filter'
import { filterOf, paramsOf, readClientParams } from './filter-params'

// CLI-01
describe('the address of the clients', () => {
  it('is empty without a search, a filter or a client', () => {
    expect(paramsOf(NO_FILTER)).toEqual({})
    expect(readClientParams({})).toEqual({})
    expect(filterOf({})).toEqual(NO_FILTER)
    expect(isFiltering(NO_FILTER)).toBe(false)
    expect(filterQuery(NO_FILTER)).toEqual({})
  })

  it('keeps search, relationships, bank, the order and the client on view', () => {
    const params = readClientParams({
      q: 2026,
      relationship: 'vendor,family,x',
      bank: ' Harbor ',
      sort: 'name-desc',
      client: 'c1',
    })
    expect(params).toEqual({
      q: '2026',
      relationship: 'family,vendor',
      bank: 'Harbor',
      sort: 'name-desc',
      client: 'c1',
    })
    expect(filterQuery(filterOf(params))).toEqual({
      search: '2026',
      relationship: 'family,vendor',
      bank_name: 'Harbor',
      sort: 'name',
      order: 'desc',
    })
  })

  it('passes over what makes no sense', () => {
    expect(readClientParams({ q: {}, relationship: 'nobody', bank: 7, sort: 'age', client: [] })).toEqual({
      bank: '7',
    })
  })

  it('tells none from all', () => {
    const none = { ...NO_FILTER, relationships: [] }
    expect(paramsOf(none)).toEqual({ relationship: 'none' })
    expect(filterOf({ relationship: 'none' })).toEqual(none)
    expect(matchesNothing(none)).toBe(true)
    expect(matchesNothing(NO_FILTER)).toBe(false)
  })
})
