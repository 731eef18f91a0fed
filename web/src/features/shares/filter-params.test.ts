import { describe, expect, it } from 'vitest'
import { NO_FILTER } from '@/entities/shares/filter'
import { filterOf, paramsOf, readShareParams } from './filter-params'

describe('SHR-11 the filter of shares in the address', () => {
  it('keeps what is known and leaves out the rest', () => {
    expect(
      readShareParams({ q: 2026, state: 'live', client: 'c-1', beat: '../x', link: 'l-1', more: 1 }),
    ).toEqual({
      q: '2026',
      state: 'live',
      client: 'c-1',
      link: 'l-1',
    })
    expect(readShareParams({ state: 'open', link: 7 })).toEqual({})
  })

  it('comes back as it went', () => {
    const filter = { search: 'winter', state: 'stopped' as const, client: 'c-1', beat: 'b-1' }
    expect(filterOf(paramsOf(filter))).toEqual(filter)
    expect(paramsOf(NO_FILTER)).toEqual({})
  })
})
