// Recording, changing and deleting a transaction.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, unwrap } from '@/shared/api/client'
import { moneyAdded, moneyChanged, moneyRemoved } from './money-moved'
import { fromServer, type TransactionBody } from './transaction'

export function useAddTransaction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key }: { body: TransactionBody; key: string }) =>
      unwrap(api.POST('/api/transactions', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: () => moneyAdded(client),
  })
}

export function useUpdateTransaction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: TransactionBody }) => {
      const call = { body: change, params: { path: { id } } }
      return fromServer((await unwrap(api.PUT('/api/transactions/{id}', call))).transaction)
    },
    onSuccess: (changed) => moneyChanged(client, changed),
  })
}

export function useDeleteTransaction() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/transactions/{id}', { params: { path: { id } }, ...asKeepalive() }))
    moneyRemoved(client, id)
  }
}
