import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { clientKeys } from '../clients/queries'
import { figureKeys } from '../figures/figures-changed'
import { transactionKeys } from '../transactions/queries'
import { walletQuery } from '../wallet/queries'
import { NO_FILTER } from './filter'
import { type SalesHistory, saleKeys, saleQuery } from './queries'
import type { Sale } from './sale'
import { saleAdded, saleChanged, saleRemoved } from './sales-changed'

const row = (id: string, status = 'Completed') => ({ id, status }) as Sale
const page = (total: number, ...rows: Sale[]) => ({ rows, total, totalIsExact: true, nextCursor: 'more' })

const KEY = [...saleKeys.history, NO_FILTER]

function holding(pages: SalesHistory['pages']) {
  const client = new QueryClient()
  client.setQueryData<SalesHistory>(KEY, { pages, pageParams: pages.map((_, index) => String(index)) })
  for (const key of [
    [...saleKeys.summary, '', ''],
    [...clientKeys.summary, 'c1'],
    walletQuery.queryKey,
    transactionKeys.recent,
    [...figureKeys.dashboard, ''],
    [...figureKeys.analytics, '30d', ''],
  ]) {
    client.setQueryData(key, [])
  }
  const rows = () => client.getQueryData<SalesHistory>(KEY)?.pages.flatMap((one) => one.rows)
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey.slice(0, 2).join(' '))
      .sort()
  return { client, rows, stale }
}

// SALE-02, DASH-02
describe('a sale', () => {
  it('makes sales, sums, clients, balance and newest movements stale together', () => {
    for (const change of [
      (client: QueryClient) => saleAdded(client),
      (client: QueryClient) => saleChanged(client, row('a', 'Refunded')),
      (client: QueryClient) => saleRemoved(client, 'a'),
    ]) {
      const { client, stale } = holding([page(1, row('a'))])
      change(client)
      expect(stale()).toEqual([
        'clients summary',
        'figures analytics',
        'figures dashboard',
        'sales history',
        'sales summary',
        'transactions recent',
        'wallet',
      ])
    }
  })

  it('that is new leaves only the first page, where it will appear', () => {
    const { client, rows } = holding([page(2, row('a')), page(2, row('b'))])
    saleAdded(client)
    expect(rows()?.map(({ id }) => id)).toEqual(['a'])
  })

  it('that was refunded stands in its place, and is known by itself', () => {
    const { client, rows } = holding([page(2, row('a')), page(2, row('b'))])
    saleChanged(client, row('b', 'Refunded'))
    expect(rows()?.map(({ status }) => status)).toEqual(['Completed', 'Refunded'])
    expect(client.getQueryData(saleQuery('b').queryKey)?.status).toBe('Refunded')
  })

  it('that was deleted is gone, here and by itself', () => {
    const { client, rows } = holding([page(2, row('a')), page(2, row('b'))])
    client.setQueryData(saleQuery('a').queryKey, row('a'))
    saleRemoved(client, 'a')
    expect(rows()?.map(({ id }) => id)).toEqual(['b'])
    expect(client.getQueryData(saleQuery('a').queryKey)).toBeUndefined()
  })
})
