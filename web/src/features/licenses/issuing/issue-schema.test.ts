import { describe, expect, it } from 'vitest'
import { bodyOf, faultsOf, type IssueInput, newValues } from './issue-schema'

const values = (change: Partial<IssueInput> = {}): IssueInput => ({
  ...newValues(undefined),
  beat: 'Midnight Drive',
  document_id: 'b1',
  kind_id: 'k1',
  client: 'Nova Records',
  client_id: 'c1',
  price: '59',
  starts_on: '2026-11-18',
  ...change,
})
const fields = (change: Partial<IssueInput>) => faultsOf(values(change)).map(([path]) => path)

describe('LIC-10 the form that issues a license', () => {
  it('names what is missing at its field', () => {
    expect(fields({})).toEqual([])
    expect(fields({ document_id: '', client_id: '' })).toEqual(['beat', 'client'])
    expect(fields({ who: 'buyer', client_id: '', email: 'nova' })).toEqual(['name', 'email'])
    expect(fields({ price: '', starts_on: '' })).toEqual(['price', 'starts_on'])
    expect(fields({ price: '0' })).toEqual([])
  })

  it('sells to a client, or to someone new', () => {
    expect(bodyOf(values())).toEqual({
      document_id: 'b1',
      kind_id: 'k1',
      client_id: 'c1',
      price: 59,
      starts_on: '2026-11-18',
      sale: { status: 'Completed' },
    })
    const buyer = { name: 'Iris Vance', alias: '', email: '', address: '', country: '' }
    expect(bodyOf(values({ who: 'buyer', name: ' Iris Vance ' })).buyer).toEqual(buyer)
  })

  it('tells the contract which samples are used, if any', () => {
    expect(bodyOf(values({ samples: ' ' }))).not.toHaveProperty('samples')
    expect(bodyOf(values({ samples: ' Two bars of “Harbor”, cleared ' })).samples).toBe(
      'Two bars of “Harbor”, cleared',
    )
  })

  it('records no sale where none is wanted or nothing is paid', () => {
    expect(bodyOf(values({ sale: 'none' })).sale).toBeUndefined()
    expect(bodyOf(values({ price: '0' })).sale).toBeUndefined()
  })
})
