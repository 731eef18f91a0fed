// Marking notifications read or unread and deleting them. The cached lists are changed before the server has
// answered; its answer or refusal then corrects them.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, unwrap } from '@/shared/api/client'
import { type Pages, removeRow } from '@/shared/lib/paged-rows'
import type { Notification } from './notification'
import { notificationKeys } from './queries'

type NotificationPages = Pages<Notification>

export function useMarkNotification() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: notificationKeys.all,
    mutationFn: ({ id, read }: { id: string; read: boolean }) => {
      const call = { params: { path: { id } } }
      return unwrap(
        read
          ? api.PUT('/api/notifications/{id}/read', call)
          : api.PUT('/api/notifications/{id}/unread', call),
      )
    },
    onMutate: ({ id, read }) =>
      updateCachedLists(client, (list) => mapRows(list, (row) => (row.id === id ? { ...row, read } : row))),
    onSettled: () => refetchNotifications(client),
  })
}

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: notificationKeys.all,
    mutationFn: () => unwrap(api.PUT('/api/notifications/read-all')),
    onMutate: () => updateCachedLists(client, (list) => mapRows(list, (row) => ({ ...row, read: true }))),
    onSettled: () => refetchNotifications(client),
  })
}

export function useDeleteNotification() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/notifications/{id}', { params: { path: { id } }, ...asKeepalive() }))
    await updateCachedLists(client, (list) => removeRow(list, id))
    await refetchNotifications(client)
  }
}

export function useDeleteRead() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: notificationKeys.all,
    mutationFn: () => unwrap(api.DELETE('/api/notifications/read-all')),
    onSettled: () => refetchNotifications(client),
  })
}

/** Changes the cached lists. Running fetches are canceled first, because their responses would undo the change. */
async function updateCachedLists(
  client: QueryClient,
  change: (list: NotificationPages) => NotificationPages,
) {
  await client.cancelQueries({ queryKey: notificationKeys.list })
  client.setQueriesData<NotificationPages>(
    { queryKey: notificationKeys.list },
    (list) => list && change(list),
  )
}

function mapRows(list: NotificationPages, change: (row: Notification) => Notification): NotificationPages {
  return { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(change) })) }
}

function refetchNotifications(client: QueryClient) {
  return client.invalidateQueries({ queryKey: notificationKeys.all })
}
