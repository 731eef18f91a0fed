// Making a share, changing what it shows and what a link allows, stopping and deleting links, and what listeners left.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asLastCall, type Schemas, unwrap } from '@/shared/api/client'
import { shareKeys, shareLinkQuery } from './queries'
import { type Share, shareFromServer, type WholeLink, wholeFromServer } from './share'

export type NewShareBody = Schemas['NewShareRequest']
export type ShareBody = Schemas['ShareRequest']
export type LinkBody = Schemas['ShareLinkRequest']
export type LinksBody = Schemas['ShareLinksRequest']
export type RecipientBody = Schemas['ShareRecipientRequest']

export function useCreateShare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewShareBody): Promise<Share> =>
      shareFromServer((await unwrap(api.POST('/api/shares', { body }))).share),
    onSuccess: () => refresh(client),
  })
}

/** More links of a share. Answers the share with those it had before. */
export function useAddLinks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ shareId, body }: { shareId: string; body: LinksBody }): Promise<Share> => {
      const call = { params: { path: { id: shareId } }, body }
      return shareFromServer((await unwrap(api.POST('/api/shares/{id}/links', call))).share)
    },
    onSuccess: () => refresh(client),
  })
}

/** What all links of the share show, and what this one allows; each is sent only where it changed. */
export function useUpdateLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      link,
      share,
      body,
    }: {
      link: WholeLink['link']
      share: ShareBody
      body: LinkBody
    }) => {
      if (Object.keys(share).length > 0) {
        await unwrap(api.PUT('/api/shares/{id}', { params: { path: { id: link.share_id } }, body: share }))
      }
      if (Object.keys(body).length > 0) {
        await unwrap(api.PUT('/api/share-links/{id}', { params: { path: { id: link.id } }, body }))
      }
    },
    onSettled: () => refresh(client),
  })
}

export function useStopLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string): Promise<WholeLink> =>
      wholeFromServer(await unwrap(api.POST('/api/share-links/{id}/stop', { params: { path: { id } } }))),
    onSuccess: (stopped) => {
      client.setQueryData(shareLinkQuery(stopped.link.id).queryKey, stopped)
      return refresh(client)
    },
  })
}

/** Answers how many links were live. */
export function useStopLinksOfClient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (clientId: string): Promise<number> =>
      (await unwrap(api.POST('/api/share-links/stop', { body: { client_id: clientId } }))).stopped,
    onSuccess: () => refresh(client),
  })
}

/** The call outlives the page. */
export function useDeleteLink() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/share-links/{id}', { params: { path: { id } }, ...asLastCall() }))
    client.removeQueries({ queryKey: shareLinkQuery(id).queryKey })
    await refresh(client)
  }
}

/** The call outlives the page. */
export function useDeleteMessage() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/share-messages/{id}', { params: { path: { id } }, ...asLastCall() }))
    await refresh(client)
  }
}

/** Empties what listeners left at a link; the numbers of plays stay. */
export function useForgetVisitors() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE('/api/share-links/{id}/visitors', { params: { path: { id } } })),
    onSuccess: () => refresh(client),
  })
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: shareKeys.all })
