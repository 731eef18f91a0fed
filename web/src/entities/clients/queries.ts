// Clients: the list page by page, one client, the banks, the sums of one client, and the few that match a typed name.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { CLIENT } from '@/shared/config/limits'
import { byOffset } from '@/shared/lib/paged-query'
import { type Client, fromServer } from './client'
import { type ClientFilter, filterQuery } from './filter'

export const clientKeys = {
  all: ['clients'],
  list: ['clients', 'list'],
  one: ['clients', 'one'],
  banks: ['clients', 'banks'],
  matches: ['clients', 'matches'],
  summary: ['clients', 'summary'],
} as const

export type ClientSummary = Schemas['BeneficiarySummary']

interface ClientPage {
  rows: Client[]
  total: number
}

export const clientsQuery = (filter: ClientFilter) =>
  infiniteQueryOptions({
    queryKey: [...clientKeys.list, filter],
    queryFn: ({ signal, pageParam }): Promise<ClientPage> =>
      page({ ...filterQuery(filter), limit: CLIENT.listPage, offset: pageParam }, signal),
    ...byOffset,
    // The clients of the previous filter stay on screen until the new ones have loaded.
    placeholderData: keepPreviousData,
    // Returning to the screen loads the first page only, not every page that was shown.
    gcTime: 0,
  })

export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: [...clientKeys.one, id],
    queryFn: async ({ signal }): Promise<Client> =>
      fromServer(
        (await unwrap(api.GET('/api/beneficiaries/{id}', { params: { path: { id } }, signal }))).beneficiary,
      ),
  })

/** The banks that a filter can choose from, in the order of their names. */
export const banksQuery = queryOptions({
  queryKey: clientKeys.banks,
  queryFn: async ({ signal }): Promise<string[]> => {
    const names = new Map<string, string>()
    for (let offset = 0; offset < CLIENT.banksFrom; offset += CLIENT.banksPage) {
      const { rows, total } = await page({ limit: CLIENT.banksPage, offset }, signal)
      // The server compares bank names without case, so each bank is offered once.
      for (const { bank_name } of rows) names.set(bank_name.toLowerCase(), bank_name)
      if (offset + rows.length >= total || rows.length === 0) break
    }
    return [...names.values()].sort((one, other) => one.localeCompare(other))
  },
})

/** The first few clients whose name or email address contains the search text. */
export const matchesQuery = (search: string) =>
  queryOptions({
    queryKey: [...clientKeys.matches, search],
    queryFn: async ({ signal }): Promise<Client[]> =>
      (await page({ ...(search === '' ? {} : { search }), limit: CLIENT.matches, offset: 0 }, signal)).rows,
    placeholderData: keepPreviousData,
  })

/** The sums of completed sales to a client and completed payments to it. */
export const clientSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: [...clientKeys.summary, id],
    queryFn: async ({ signal }): Promise<ClientSummary> =>
      (await unwrap(api.GET('/api/beneficiaries/{id}/summary', { params: { path: { id } }, signal })))
        .summary,
  })

type ListQuery = {
  search?: string
  relationship?: string
  bank_name?: string
  sort?: string
  order?: string
  limit: number
  offset: number
}

async function page(query: ListQuery, signal: AbortSignal): Promise<ClientPage> {
  const answer = await unwrap(api.GET('/api/beneficiaries', { params: { query }, signal }))
  return { rows: answer.beneficiaries.map(fromServer), total: answer.total }
}
