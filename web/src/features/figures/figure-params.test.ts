import { expect, it } from 'vitest'
import { periodParam, readAnalyticsParams, readCurrencyParams } from './figure-params'

it('an address keeps a period and a currency that make sense, and nothing else (ANA-02)', () => {
  expect(readAnalyticsParams({ period: '12m', currency: 'EUR', x: 1 })).toEqual({
    period: '12m',
    currency: 'EUR',
  })
  expect(readAnalyticsParams({ period: '13m', currency: 'eur' })).toEqual({})
  expect(readAnalyticsParams({ period: '30d' })).toEqual({})
  expect(readCurrencyParams({ currency: 'KES', period: '7d' })).toEqual({})
  expect(periodParam('all')).toEqual({ period: 'all' })
})
