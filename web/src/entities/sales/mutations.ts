// Recording, changing, refunding and deleting a sale.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, unwrap } from '@/shared/api/client'
import { fromServer, type SaleBody } from './sale'
import { saleAdded, saleChanged, saleRemoved } from './sales-changed'

export function useAddSale() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, key }: { body: SaleBody; key: string }) => {
      const call = { body, params: { header: { 'Idempotency-Key': key } } }
      return fromServer((await unwrap(api.POST('/api/sales', call))).sale)
    },
    onSuccess: () => saleAdded(client),
  })
}

export function useUpdateSale() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: SaleBody }) => {
      const call = { body: change, params: { path: { id } } }
      return fromServer((await unwrap(api.PUT('/api/sales/{id}', call))).sale)
    },
    onSuccess: (changed) => saleChanged(client, changed),
  })
}

export function useRefundSale() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, fee, key }: { id: string; fee?: 'kept' | 'returned'; key: string }) => {
      const body = fee ? { fee } : {}
      const call = { body, params: { path: { id }, header: { 'Idempotency-Key': key } } }
      return fromServer((await unwrap(api.POST('/api/sales/{id}/refund', call))).sale)
    },
    onSuccess: (refunded) => saleChanged(client, refunded),
  })
}

/** Sends the receipt to the client's address, with the PDF attached. */
export function useEmailReceipt() {
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/sales/{id}/receipt/email', { params: { path: { id } } })),
  })
}

export function useDeleteSale() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/sales/{id}', { params: { path: { id } }, ...asKeepalive() }))
    saleRemoved(client, id)
  }
}
