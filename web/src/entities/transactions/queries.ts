// Transactions: the newest few, the whole history page by page, one of them, and the sums of a month.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { LISTS, TRANSACTION } from '@/shared/config/limits'
import { byCursor, filteredList, pageQuery } from '@/shared/lib/paged-query'
import type { Page, Pages } from '@/shared/lib/paged-rows'
import { filterQuery, type HistoryFilter } from './filter'
import { fromServer, type Transaction } from './transaction'

export const transactionKeys = {
  recent: ['transactions', 'recent'],
  history: ['transactions', 'history'],
  one: ['transactions', 'one'],
  summary: ['transactions', 'summary'],
} as const

export type History = Pages<Transaction>

export type Summary = Schemas['TransactionSummary']

export const recentTransactionsQuery = queryOptions({
  queryKey: transactionKeys.recent,
  queryFn: async ({ signal }): Promise<Transaction[]> => {
    const query = { limit: LISTS.recentTransactions }
    return (await unwrap(api.GET('/api/transactions', { params: { query }, signal }))).transactions.map(
      fromServer,
    )
  },
})

export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...transactionKeys.history, filter],
    queryFn: ({ signal, pageParam }): Promise<Page<Transaction>> =>
      page(filterQuery(filter), pageParam, signal),
    ...filteredList,
  })

export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: [...transactionKeys.one, id],
    queryFn: async ({ signal }): Promise<Transaction> =>
      fromServer(
        (await unwrap(api.GET('/api/transactions/{id}', { params: { path: { id } }, signal }))).transaction,
      ),
  })

/** The transactions with one client. */
export const clientTransactionsQuery = (clientId: string) =>
  infiniteQueryOptions({
    // Below the history's query key, so that every transaction change invalidates it too.
    queryKey: [...transactionKeys.history, { client: clientId }],
    queryFn: ({ signal, pageParam }): Promise<Page<Transaction>> =>
      page({ beneficiary_id: clientId }, pageParam, signal),
    ...byCursor,
    gcTime: 0,
  })

export const summaryQuery = (span: { from: string; to: string }) =>
  queryOptions({
    queryKey: [...transactionKeys.summary, span.from, span.to],
    queryFn: async ({ signal }): Promise<Summary> =>
      (await unwrap(api.GET('/api/transactions/stats/summary', { params: { query: span }, signal }))).summary,
  })

async function page(
  filter: Readonly<Record<string, string>>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<Transaction>> {
  const query = pageQuery(filter, TRANSACTION.historyPage, cursor)
  const answer = await unwrap(api.GET('/api/transactions', { params: { query }, signal }))
  return {
    rows: answer.transactions.map(fromServer),
    total: answer.total,
    totalIsExact: answer.total_is_exact,
    nextCursor: answer.next_cursor,
  }
}
