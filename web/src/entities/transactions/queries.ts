// Transactions: the newest few, the whole history page by page, and the sums of a month.
import { infiniteQueryOptions, keepPreviousData, type Query, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { LISTS, TRANSACTION } from '@/shared/config/limits'
import { filterQuery, type HistoryFilter } from './filter'
import { fromServer, type Transaction } from './transaction'

export const transactionKeys = {
  recent: ['transactions', 'recent'],
  history: ['transactions', 'history'],
  summary: ['transactions', 'summary'],
} as const

export interface HistoryPage {
  rows: Transaction[]
  total: number
  totalIsExact: boolean
  nextCursor: string | null
}

export interface History {
  pages: HistoryPage[]
  pageParams: (string | null)[]
}

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

/** Asking again means asking for every page that was scrolled through, so a long history is left alone. */
const FEW_PAGES = 5

export function isShort({ state }: Query): boolean {
  return ((state.data as History | undefined)?.pages.length ?? 0) <= FEW_PAGES
}

export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: [...transactionKeys.history, filter],
    queryFn: async ({ signal, pageParam }): Promise<HistoryPage> => {
      const query = {
        ...filterQuery(filter),
        limit: TRANSACTION.historyPage,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }
      const answer = await unwrap(api.GET('/api/transactions', { params: { query }, signal }))
      return {
        rows: answer.transactions.map(fromServer),
        total: answer.total,
        totalIsExact: answer.total_is_exact,
        nextCursor: answer.next_cursor,
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // The rows of the filter before stay until the new ones are there.
    placeholderData: keepPreviousData,
    // Whoever comes back starts at the top, with one page instead of all that were scrolled through.
    gcTime: 0,
    refetchOnWindowFocus: (query) => isShort(query as unknown as Query),
    refetchOnReconnect: (query) => isShort(query as unknown as Query),
  })

export const summaryQuery = (span: { from: string; to: string }) =>
  queryOptions({
    queryKey: [...transactionKeys.summary, span.from, span.to],
    queryFn: async ({ signal }): Promise<Summary> =>
      (await unwrap(api.GET('/api/transactions/stats/summary', { params: { query: span }, signal }))).summary,
  })
