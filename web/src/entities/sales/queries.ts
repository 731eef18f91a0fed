// Sales: the history page by page, those of one client, one sale, and the sums.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { SALE } from '@/shared/config/limits'
import { isShort, type Page, type Pages } from '@/shared/lib/paged-rows'
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
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // The rows of the previous filter stay on screen until the new ones have loaded.
    placeholderData: keepPreviousData,
    // Returning to the screen finds the pages that were scrolled through, so that the place is kept. Many pages are not
    // fetched again.
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  })

export const clientSalesQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: [...saleKeys.client, clientId],
    queryFn: ({ signal, pageParam }): Promise<Page<Sale>> => page({ client_id: clientId }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    gcTime: 0,
  })

export const saleQuery = (id: string) =>
  queryOptions({
    queryKey: [...saleKeys.one, id],
    queryFn: async ({ signal }): Promise<Sale> =>
      fromServer((await unwrap(api.GET('/api/sales/{id}', { params: { path: { id } }, signal }))).sale),
  })

/** The sale that gave a beat's exclusive license; null where there is none. */
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
  const query = { ...filter, limit: SALE.historyPage, ...(cursor === null ? {} : { cursor }) }
  const answer = await unwrap(api.GET('/api/sales', { params: { query }, signal }))
  return {
    rows: answer.sales.map(fromServer),
    total: answer.total,
    totalIsExact: answer.total_is_exact,
    nextCursor: answer.next_cursor,
  }
}
