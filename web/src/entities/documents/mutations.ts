// Changing and deleting an item.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { type DocumentChange, fromServer } from './document'
import { documentChanged, documentRemoved } from './library-changed'

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

export function useDeleteDocument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/documents/{id}', { params: { path: { id } } })),
    onSuccess: (_done, id) => documentRemoved(client, id),
  })
}
