// Changing and deleting an item.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, unwrap } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { type DocumentChange, fromServer } from './document'
import { documentChanged, documentRemoved } from './library-changed'
import { documentKeys, type WholeDocument } from './queries'

export function useUpdateDocument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: DocumentChange }) => {
      const call = { body: change, params: { path: { id } } }
      return fromServer((await unwrap(api.PUT('/api/documents/{id}', call))).document)
    },
    onSuccess: (changed) => documentChanged(client, changed),
  })
}

/** Changes an item of the library and updates the cache. A caller that changes many items awaits each call. */
export async function updateDocument(client: QueryClient, id: string, change: DocumentChange) {
  const call = { body: change, params: { path: { id } } }
  documentChanged(client, fromServer((await unwrap(api.PUT('/api/documents/{id}', call))).document))
}

/** Sets whether the file that plays has a producer tag. */
export function setTagged(client: QueryClient, id: string, isTagged: boolean | null) {
  return updateDocument(client, id, { is_tagged: isTagged })
}

/** Saves the notes of an item. With `isLast` the request outlives the page, which is being closed. */
export async function saveNotes(client: QueryClient, id: string, notes: string, isLast: boolean) {
  const call = { body: { notes }, params: { path: { id } }, ...(isLast ? asKeepalive() : {}) }
  const document = fromServer((await unwrap(api.PUT('/api/documents/{id}', call))).document)
  client.setQueryData<WholeDocument>(
    [...documentKeys.one, id],
    (whole) => whole && { ...whole, document, notes },
  )
}

/** Deletes an item. A 404 counts as success, because the item is already deleted. */
export async function removeDocument(client: QueryClient, id: string) {
  try {
    await unwrap(api.DELETE('/api/documents/{id}', { params: { path: { id } } }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  documentRemoved(client, id)
}

/** Deletes items while the page is being closed: the requests outlive the page, and the responses are ignored. */
export function removeOnLeave(ids: readonly string[]) {
  for (const id of ids)
    api.DELETE('/api/documents/{id}', { params: { path: { id } }, keepalive: true }).catch(() => {})
}

export function useDeleteDocument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, password }: { id: string; password?: string }) =>
      unwrap(
        api.DELETE('/api/documents/{id}', {
          params: { path: { id } },
          ...(password === undefined ? {} : { body: { anyway: true, password } }),
        }),
      ),
    onSuccess: (_done, { id }) => documentRemoved(client, id),
  })
}
