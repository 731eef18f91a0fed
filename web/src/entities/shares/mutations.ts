// Mutations of shares: creating and changing a share, adding, changing, stopping and deleting links, and deleting what
// listeners left.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, type Schemas, unwrap } from '@/shared/api/client'
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

/** Adds links to a share. Returns the share with all its links. */
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

/** Changes what all links of a share show and what one link allows; each part is sent only if it changed. */
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

/** Stops all live links of a client. Returns how many there were. */
export function useStopLinksOfClient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (clientId: string): Promise<number> =>
      (await unwrap(api.POST('/api/share-links/stop', { body: { client_id: clientId } }))).stopped,
    onSuccess: () => refresh(client),
  })
}

/** Deletes a share link. The request outlives the page (keepalive). */
export function useDeleteLink() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/share-links/{id}', { params: { path: { id } }, ...asKeepalive() }))
    client.removeQueries({ queryKey: shareLinkQuery(id).queryKey })
    await refresh(client)
  }
}

/** Deletes a message of a listener. The request outlives the page (keepalive). */
export function useDeleteMessage() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/share-messages/{id}', { params: { path: { id } }, ...asKeepalive() }))
    await refresh(client)
  }
}

/** Deletes what listeners left at a link; the numbers of plays stay. */
export function useForgetVisitors() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE('/api/share-links/{id}/visitors', { params: { path: { id } } })),
    onSuccess: () => refresh(client),
  })
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: shareKeys.all })
