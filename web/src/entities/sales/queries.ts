// Sales: the history page by page, those of one client, one sale, and the sums.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { SALE } from '@/shared/config/limits'
import { byCursor, filteredList, pageQuery } from '@/shared/lib/paged-query'
import type { Page, Pages } from '@/shared/lib/paged-rows'
import { filterQuery, type SaleFilter } from './filter'
import { fromServer, type Sale } from './sale'

export const saleKeys = {
  history: ['sales', 'history'],
  client: ['sales', 'client'],
  one: ['sales', 'one'],
  exclusive: ['sales', 'exclusive'],
  summary: ['sales', 'summary'],
} as const

export type SalesHistory = Pages<Sale>
export type SaleSummary = Schemas['SaleSummary']

export const salesQuery = (filter: SaleFilter) =>
  infiniteQueryOptions({
    queryKey: [...saleKeys.history, filter],
    queryFn: ({ signal, pageParam }): Promise<Page<Sale>> => page(filterQuery(filter), pageParam, signal),
    ...filteredList,
  })

export const clientSalesQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: [...saleKeys.client, clientId],
    queryFn: ({ signal, pageParam }): Promise<Page<Sale>> => page({ client_id: clientId }, pageParam, signal),
    ...byCursor,
    gcTime: 0,
  })

export const saleQuery = (id: string) =>
  queryOptions({
    queryKey: [...saleKeys.one, id],
    queryFn: async ({ signal }): Promise<Sale> =>
      fromServer((await unwrap(api.GET('/api/sales/{id}', { params: { path: { id } }, signal }))).sale),
  })

/** The sale of a beat's exclusive license; null if there is none. */
export const exclusiveSaleQuery = (beatId: string) =>
  queryOptions({
    queryKey: [...saleKeys.exclusive, beatId],
    queryFn: async ({ signal }): Promise<Sale | null> => {
      const query = { beat_id: beatId, license: 'exclusive', status: 'Completed', limit: 1 }
      const [sold] = (await unwrap(api.GET('/api/sales', { params: { query }, signal }))).sales
      return sold ? fromServer(sold) : null
    },
  })

export const saleSummaryQuery = ({ from, to }: Pick<SaleFilter, 'from' | 'to'>) =>
  queryOptions({
    queryKey: [...saleKeys.summary, from, to],
    queryFn: async ({ signal }): Promise<SaleSummary> => {
      const query = { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
      return (await unwrap(api.GET('/api/sales/stats/summary', { params: { query }, signal }))).summary
    },
    placeholderData: keepPreviousData,
  })

async function page(
  filter: Readonly<Record<string, string>>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<Sale>> {
  const query = pageQuery(filter, SALE.historyPage, cursor)
  const answer = await unwrap(api.GET('/api/sales', { params: { query }, signal }))
  return {
    rows: answer.sales.map(fromServer),
    total: answer.total,
    totalIsExact: answer.total_is_exact,
    nextCursor: answer.next_cursor,
  }
}
