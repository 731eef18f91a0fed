import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { walletQuery } from '../wallet/queries'
import { NO_FILTER } from './filter'
import { moneyAdded, moneyChanged, moneyRemoved } from './money-moved'
import { type History, transactionKeys } from './queries'
import type { Transaction } from './transaction'

const row = (id: string, amount = 1) => ({ id, amount }) as Transaction
const page = (total: number, ...rows: Transaction[]) => ({
  rows,
  total,
  totalIsExact: true,
  nextCursor: 'more',
})

const KEY = [...transactionKeys.history, NO_FILTER]

function holding(pages: History['pages']) {
  const client = new QueryClient()
  client.setQueryData<History>(KEY, { pages, pageParams: pages.map((_, index) => String(index)) })
  for (const key of [walletQuery.queryKey, transactionKeys.recent, [...transactionKeys.summary, 'a', 'b']]) {
    client.setQueryData(key, [])
  }
  const ids = () => client.getQueryData<History>(KEY)?.pages.map(({ rows }) => rows.map(({ id }) => id))
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey.slice(0, 2).join(' '))
  return { client, ids, stale }
}

const EVERYTHING = ['transactions history', 'transactions recent', 'transactions summary', 'wallet']

describe('a movement of money', () => {
  it('makes balance, newest, sums and history stale together', () => {
    for (const move of [
      (client: QueryClient) => moneyAdded(client),
      (client: QueryClient) => moneyChanged(client, row('a', 5)),
      (client: QueryClient) => moneyRemoved(client, 'a'),
    ]) {
      const { client, stale } = holding([page(1, row('a'))])
      move(client)
      expect(stale().sort()).toEqual(EVERYTHING)
    }
  })

  it('that is new leaves only the first page, where it will appear', () => {
    const { client, ids } = holding([page(4, row('a'), row('b')), page(4, row('c'), row('d'))])
    moneyAdded(client)
    expect(ids()).toEqual([['a', 'b']])
  })

  it('that was changed stands in its place with its new figures', () => {
    const { client, ids } = holding([page(3, row('a')), page(3, row('b'), row('c'))])
    moneyChanged(client, row('b', 9))
    expect(ids()).toEqual([['a'], ['b', 'c']])
    expect(client.getQueryData<History>(KEY)?.pages[1]?.rows[0]?.amount).toBe(9)
  })

  it('that was deleted is gone and counted no more', () => {
    const { client, ids } = holding([page(3, row('a')), page(3, row('b'), row('c'))])
    moneyRemoved(client, 'b')
    moneyRemoved(client, 'never there')
    expect(ids()).toEqual([['a'], ['c']])
    expect(client.getQueryData<History>(KEY)?.pages.map(({ total }) => total)).toEqual([2, 2])
  })

  it('does not fetch a history again that was scrolled far', () => {
    const pages = Array.from({ length: 6 }, (_, index) => page(6, row(`r${index}`)))
    const { client, stale } = holding(pages)
    moneyRemoved(client, 'r5')
    expect(stale()).not.toContain('transactions history')
  })
})
