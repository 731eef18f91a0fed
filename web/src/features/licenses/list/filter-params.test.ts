import { describe, expect, it } from 'vitest'
import { filterQuery, NO_FILTER } from '@/entities/licenses/filter'
import { filterOf, paramsOf, readLicenseParams } from './filter-params'

describe('LIC-17 the filter of the license list', () => {
  it('goes into the address and comes back', () => {
    const filter = {
      search: 'midnight',
      shown: 'ended' as const,
      kind: 'k1',
      beat: 'b1',
      client: 'c1',
      expiresBefore: '2027-01-31',
      nearCap: true,
    }
    expect(filterOf(paramsOf(filter))).toEqual(filter)
    expect(paramsOf(NO_FILTER)).toEqual({})
  })

  it('ignores what it does not know', () => {
    expect(readLicenseParams({ q: 31, show: 'some', kind: '../x', before: '2027-02-30' })).toEqual({
      q: '31',
    })
  })

  it('asks the server for every state but active where it shows what has ended', () => {
    expect(filterQuery({ ...NO_FILTER, shown: 'ended', expiresBefore: '2027-01-31' })).toEqual({
      state: 'expired,superseded,terminated,refunded',
      expires_before: '2027-01-31',
    })
    expect(filterQuery(NO_FILTER)).toEqual({})
  })
})
