import { describe, expect, it } from 'vitest'
import { filterQuery, NO_FILTER } from '@/entities/offers/filter'
import { filterOf, readOfferParams } from './filter-params'

describe('OFF-01 the filter of the offers in the address', () => {
  it('keeps what it knows and ignores the rest', () => {
    expect(readOfferParams({ q: 42, show: 'open', beat: 'b1', client: '../x', mood: 1 })).toEqual({
      q: '42',
      show: 'open',
      beat: 'b1',
    })
    expect(filterOf({ show: 'mine' })).toEqual(NO_FILTER)
  })

  it('asks for several states where one word stands for them', () => {
    expect(filterQuery({ ...NO_FILTER, shown: 'open' })).toEqual({ state: 'draft,sent,viewed,accepted,paid' })
    expect(filterQuery({ ...NO_FILTER, shown: 'declined', search: 'ade' })).toEqual({
      state: 'declined',
      search: 'ade',
    })
    expect(filterQuery(NO_FILTER)).toEqual({})
  })
})
