// The public page of the producer: its settings, why strangers cannot see it, and the beats on it.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { documentKeys } from '../documents/queries'

export const SOLD_SHOWN = ['hide', 'struck'] as const
export type SoldShown = (typeof SOLD_SHOWN)[number]

/** Why strangers do not see the page. */
export const HIDDEN_BY = ['operator', 'visibility', 'off', 'handle'] as const
export type HiddenBy = (typeof HIDDEN_BY)[number]

export type Shop = Omit<Schemas['Shop'], 'show_sold' | 'why_not_visible'> & {
  show_sold: SoldShown
  why_not_visible: HiddenBy[]
}
export type ShopChange = Schemas['ShopRequest']

/** Converts the settings of the public page. Reasons that this version does not know are left out. */
function fromServer(sent: Schemas['Shop']): Shop {
  return {
    ...sent,
    show_sold: SOLD_SHOWN.find((word) => word === sent.show_sold) ?? 'hide',
    why_not_visible: HIDDEN_BY.filter((reason) => sent.why_not_visible.includes(reason)),
  }
}

export const shopQuery = queryOptions({
  queryKey: ['shop', 'settings'],
  queryFn: async ({ signal }): Promise<Shop> =>
    fromServer((await unwrap(api.GET('/api/shop', { signal }))).shop),
})

export const handleQuery = (handle: string) =>
  queryOptions({
    queryKey: ['shop', 'handle', handle],
    queryFn: ({ signal }) => unwrap(api.GET('/api/shop/handle', { params: { query: { handle } }, signal })),
    enabled: handle !== '',
    staleTime: 10_000,
    placeholderData: undefined,
  })

/** How many beats are on the page. */
export const publicCountQuery = queryOptions({
  queryKey: [...documentKeys.all, 'public-count'],
  queryFn: async ({ signal }): Promise<number> => {
    const params = { query: { public: true, limit: 1 } }
    return (await unwrap(api.GET('/api/documents', { params, signal }))).total
  },
  placeholderData: keepPreviousData,
})

export function useUpdateShop() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: ShopChange): Promise<Shop> =>
      fromServer((await unwrap(api.PUT('/api/shop', { body: change }))).shop),
    onSuccess: (changed) => client.setQueryData(shopQuery.queryKey, changed),
  })
}

/** Creates the link that opens the public page for one client; returns the existing link until it is ended. */
export function useMakeClientLink() {
  return useMutation({
    mutationFn: async (clientId: string): Promise<string> =>
      (await unwrap(api.POST('/api/clients/{id}/shop-link', { params: { path: { id: clientId } } }))).url,
  })
}

export function useEndClientLink() {
  return useMutation({
    mutationFn: (clientId: string) =>
      unwrap(api.DELETE('/api/clients/{id}/shop-link', { params: { path: { id: clientId } } })),
  })
}

/** Puts beats on the public page or takes them off it. Returns how many were changed. */
export function usePublishBeats() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, isPublic }: { ids: readonly string[]; isPublic: boolean }) => {
      const body = { ids: [...ids], is_public: isPublic }
      return (await unwrap(api.POST('/api/documents/public', { body }))).changed
    },
    onSuccess: () => client.invalidateQueries({ queryKey: documentKeys.all }),
  })
}
