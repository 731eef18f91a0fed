import { describe, expect, it } from 'vitest'
import { changedCount, filterQuery, isFiltering, matchesNothing, NO_FILTER } from '@/entities/sales/filter'
import { filterOf, paramsOf, readSaleParams } from './filter-params'

// SALE-01
describe('the address of the sales history', () => {
  it('is empty without a search, a filter or a sale', () => {
    expect(paramsOf(NO_FILTER)).toEqual({})
    expect(readSaleParams({})).toEqual({})
    expect(filterOf({})).toEqual(NO_FILTER)
    expect(isFiltering(NO_FILTER)).toBe(false)
    expect(filterQuery(NO_FILTER)).toEqual({})
  })

  it('keeps search, status, licence, days and the sale on view', () => {
    const params = readSaleParams({
      q: 808,
      status: 'Refunded,Completed',
      license: 'exclusive',
      from: '2026-11-01',
      to: '2026-11-30',
      sale: 's1',
    })
    expect(params).toEqual({
      q: '808',
      status: 'Completed,Refunded',
      license: 'exclusive',
      from: '2026-11-01',
      to: '2026-11-30',
      sale: 's1',
    })
    const filter = filterOf(params)
    expect(changedCount(filter)).toBe(6)
    expect(filterQuery(filter)).toEqual({
      search: '808',
      status: 'Completed,Refunded',
      license: 'exclusive',
      from: '2026-11-01',
      to: '2026-11-30',
    })
  })

  it('LIST-01 keeps amounts, currency and order', () => {
    const params = readSaleParams({ min: 39, max: '1,200.50', currency: 'EUR', sort: 'highest' })
    expect(params).toEqual({ min: '39', max: '1200.5', currency: 'EUR', sort: 'highest' })
    expect(filterQuery(filterOf(params))).toEqual(params)
    expect(matchesNothing(filterOf({ min: '5', max: '4' }))).toBe(true)
    expect(readSaleParams({ min: '-1', max: 'lots', currency: 'KES', sort: 'oddest' })).toEqual({})
  })

  it('passes over what makes no sense', () => {
    const raw = { q: {}, status: 'Lost', license: 7, from: '2026-02-30', to: 'soon', sale: [] }
    expect(readSaleParams(raw)).toEqual({})
  })

  it('asks nothing where nothing can match', () => {
    expect(matchesNothing(filterOf({ status: 'none' }))).toBe(true)
    expect(matchesNothing(filterOf({ license: 'none' }))).toBe(true)
    expect(matchesNothing(filterOf({ from: '2026-02-02', to: '2026-02-01' }))).toBe(true)
    expect(matchesNothing(filterOf({ from: '2026-02-01', to: '2026-02-01' }))).toBe(false)
    expect(paramsOf({ ...NO_FILTER, statuses: [] })).toEqual({ status: 'none' })
  })
})
