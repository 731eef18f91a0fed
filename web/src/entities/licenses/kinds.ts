// The kinds of license of the account: reading them, changing, adding and deleting one, and their order.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { type Kind, type KindBody, kindFromServer } from './kind'

export const kindKeys = {
  all: ['license-kinds'],
  list: ['license-kinds', 'list'],
  texts: ['license-kinds', 'texts'],
} as const

export const kindsQuery = queryOptions({
  queryKey: kindKeys.list,
  queryFn: async ({ signal }): Promise<Kind[]> =>
    (await unwrap(api.GET('/api/license-kinds', { signal }))).kinds.map(kindFromServer),
})

export type ContractField = Schemas['LicenseField']

/** The fixed list of fields that a contract may use. */
export const contractFieldsQuery = queryOptions({
  queryKey: ['license-kinds', 'fields'],
  queryFn: async ({ signal }): Promise<ContractField[]> =>
    (await unwrap(api.GET('/api/license-kinds/fields', { signal }))).fields,
  staleTime: Number.POSITIVE_INFINITY,
})

export function useAddKind() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: KindBody): Promise<Kind> =>
      kindFromServer((await unwrap(api.POST('/api/license-kinds', { body }))).kind),
    onSuccess: () => refresh(client),
  })
}

export function useUpdateKind() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body }: { id: string; body: KindBody }): Promise<Kind> => {
      const call = { params: { path: { id } }, body }
      return kindFromServer((await unwrap(api.PUT('/api/license-kinds/{id}', call))).kind)
    },
    onSuccess: (changed) => {
      updateCachedKinds(client, (kinds) => kinds.map((kind) => (kind.id === changed.id ? changed : kind)))
      return refresh(client)
    },
  })
}

export function useDeleteKind() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/license-kinds/{id}', { params: { path: { id } } })),
    onSuccess: (_, id) => {
      updateCachedKinds(client, (kinds) => kinds.filter((kind) => kind.id !== id))
      return refresh(client)
    },
  })
}

/** Saves the order of the kinds. The new order is shown at once; if the server refuses it, the list is refetched. */
export function useOrderKinds() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: kindKeys.list,
    // Requests run one after the other, so that the last order wins.
    scope: { id: 'license-kinds-order' },
    mutationFn: (ids: string[]) => unwrap(api.PUT('/api/license-kinds/order', { body: { ids } })),
    onMutate: (ids) => {
      client.cancelQueries({ queryKey: kindKeys.list })
      updateCachedKinds(client, (kinds) => ids.flatMap((id) => kinds.find((kind) => kind.id === id) ?? []))
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey: kindKeys.list }) === 1
      return isLast ? client.invalidateQueries({ queryKey: kindKeys.list }) : undefined
    },
  })
}

function updateCachedKinds(client: QueryClient, change: (kinds: Kind[]) => Kind[]) {
  client.setQueryData(kindsQuery.queryKey, (kinds) => kinds && change(kinds))
}

function refresh(client: QueryClient) {
  return client.invalidateQueries({ queryKey: kindKeys.all })
}
