import { describe, expect, it } from 'vitest'
import { bodyOf, faultsOf, fieldOfServer, type KindInput, newKind, valuesOf } from './kind-schema'

const values = (change: Partial<KindInput> = {}): KindInput => ({
  ...valuesOf({ ...newKind('USD', 'Prod. by Maya Okafor'), name: 'WAV Lease', price: 59 }),
  ...change,
})
const fields = (change: Partial<KindInput>) => faultsOf(values(change)).map(([path]) => path)

describe('LIC-02 the form of a license kind', () => {
  it('gives back what it was given', () => {
    const kind = {
      ...newKind('EUR', 'Prod. by Maya Okafor'),
      name: 'Trackout Lease',
      tier: 'premium' as const,
      price: 129,
      lowest_offer: 99.5,
      term_months: null,
      publishing_share: 33.25,
      governing_law: 'the State of New York, USA',
      buy_back: { years: 5, percent: 150 },
      caps: {
        ...newKind('USD', '').caps,
        streams: { allowed: true, limit: 1_000_000 },
        radio: { allowed: false, limit: null },
      },
    }
    expect(bodyOf(valuesOf(kind), kind.enabled)).toEqual(kind)
  })

  it('has no limits once it is exclusive', () => {
    const exclusive = values({ tier: 'exclusive' })
    exclusive.caps.streams = { mode: 'limit', limit: 'many' }
    expect(faultsOf(exclusive)).toEqual([])
    const body = bodyOf(exclusive, true)
    expect([body.is_exclusive, body.caps.streams]).toEqual([true, { allowed: true, limit: null }])
  })
})

describe('LIC-03 a bad value is named at its field', () => {
  it.each<[string, Partial<KindInput>, string[]]>([
    ['nothing', {}, []],
    ['a free one', { price: '0' }, []],
    ['no name', { name: ' ' }, ['name']],
    ['no price', { price: '' }, ['price']],
    ['a price in words', { price: 'ten' }, ['price']],
    ['a lowest offer above the price', { price: '10', lowest_offer: '10.01' }, ['lowest_offer']],
    ['no file', { delivers: [] }, ['delivers']],
    ['no month', { months: '0' }, ['months']],
    ['too many months', { months: '1201' }, ['months']],
    ['months that are not counted', { term: 'forever', months: 'x' }, []],
    ['shares', { publishing_share: '100.01', writer_share: '50.123' }, ['publishing_share', 'writer_share']],
    ['a credit line', { credit_line: ' ', credit_required: true }, ['credit_line']],
    ['a buy-back', { buys_back: true, buy_back_years: '0' }, ['buy_back_years', 'buy_back_percent']],
  ])('%s', (_, change, expected) => {
    expect(fields(change)).toEqual(expected)
  })

  it('also of one cap', () => {
    const wrong = values()
    wrong.caps.radio = { mode: 'limit', limit: '1.5' }
    wrong.caps.copies = { mode: 'limit', limit: '1,000,000,000,001' }
    expect(faultsOf(wrong).map(([path]) => path)).toEqual(['caps.copies.limit', 'caps.radio.limit'])
  })

  it('by the names of the server', () => {
    expect(['caps.radio', 'caps', 'term', 'buy_back', 'price', 'unknown'].map(fieldOfServer)).toEqual([
      'caps.radio.limit',
      'caps',
      'months',
      'buy_back_years',
      'price',
      null,
    ])
  })
})
