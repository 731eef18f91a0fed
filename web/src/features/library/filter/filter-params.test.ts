import { describe, expect, it } from 'vitest'
import { filterCount, filterQuery, isFiltering, NO_FILTER } from '@/entities/documents/filter'
import { filterOf, paramsOf, readFilterParams } from './filter-params'

describe("the library's filters in the address (MED-03)", () => {
  it('are off at first and leave the address plain', () => {
    expect(filterOf({})).toEqual(NO_FILTER)
    expect(paramsOf(NO_FILTER)).toEqual({})
    expect(isFiltering(NO_FILTER)).toBe(false)
    expect(filterQuery(NO_FILTER)).toEqual({ sort: 'date', order: 'desc' })
  })

  it('come back from the address as they went in', () => {
    const filter = {
      search: 'drive 50%',
      category: 'video',
      status: 'Sold',
      genres: ['Trap', 'Lo-fi'],
      bpmMin: 90,
      bpmMax: null,
      key: 'F# minor',
      size: 'medium',
      has: ['wav', 'stems'],
      isPublic: false,
      sort: 'bpm',
      order: 'asc',
    } as const
    const params = paramsOf(filter)
    expect(params).toEqual({
      q: 'drive 50%',
      kind: 'video',
      status: 'Sold',
      genre: 'Trap,Lo-fi',
      bpm: '90-',
      key: 'F# minor',
      size: 'medium',
      has: 'wav,stems',
      public: 'no',
      sort: 'bpm',
      order: 'asc',
    })
    expect(filterOf(params)).toEqual(filter)
    expect(filterCount(filter)).toBe(8)
  })

  it('are asked of the server in its own words', () => {
    const filter = {
      ...NO_FILTER,
      genres: ['Trap', 'Drill'],
      bpmMax: 120.5,
      size: 'medium',
      has: ['artwork', 'wav'],
      isPublic: true,
    } as const
    expect(filterQuery(filter)).toEqual({
      genre: 'Trap,Drill',
      bpm_max: 120.5,
      size_min: 5_242_880,
      size_max: 20_971_519,
      has: 'artwork,wav',
      public: true,
      sort: 'date',
      order: 'desc',
    })
  })

  it.each([
    [{ kind: 'song', status: 'sold', key: 'H moll', size: 7, sort: 'mood' }, {}],
    [
      { q: 2026, order: 'asc' },
      { q: '2026', order: 'asc' },
    ],
    [{ bpm: '120', genre: ' ,, ' }, {}],
    [{ bpm: '-' }, {}],
    [{ item: 'abc' }, { item: 'abc' }],
    [{ item: 7 }, {}],
    [
      { sort: 'title', order: 'asc', bpm: '-99.5' },
      { sort: 'title', bpm: '-99.5' },
    ],
  ])('take from %o only what makes sense', (raw, params) => {
    expect(readFilterParams(raw)).toEqual(params)
  })
})
