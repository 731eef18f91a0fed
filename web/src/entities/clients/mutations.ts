// Adding, changing, deleting and paying a client.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, type Schemas, unwrap } from '@/shared/api/client'
import { invalidateFigures } from '../figures/figures-changed'
import { saleKeys } from '../sales/queries'
import { moneyAdded } from '../transactions/money-moved'
import { type Account, type Holdings, walletQuery } from '../wallet/queries'
import { type ClientBody, fromServer } from './client'
import { clientKeys, clientQuery } from './queries'

export function useAddClient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: ClientBody) =>
      fromServer((await unwrap(api.POST('/api/beneficiaries', { body }))).beneficiary),
    onSuccess: (added) => {
      client.setQueryData(clientQuery(added.id).queryKey, added)
      client.invalidateQueries({ queryKey: clientKeys.all })
      invalidateFigures(client)
    },
  })
}

export function useUpdateClient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: ClientBody }) => {
      const call = { body: change, params: { path: { id } } }
      return fromServer((await unwrap(api.PUT('/api/beneficiaries/{id}', call))).beneficiary)
    },
    onSuccess: (changed) => {
      client.setQueryData(clientQuery(changed.id).queryKey, changed)
      client.invalidateQueries({ queryKey: clientKeys.all })
      invalidateFigures(client)
    },
  })
}

export function useDeleteClient() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/beneficiaries/{id}', { params: { path: { id } }, ...asKeepalive() }))
    // Fetching the deleted client again would only give a 404.
    client.removeQueries({ queryKey: clientQuery(id).queryKey })
    client.invalidateQueries({ queryKey: clientKeys.all, predicate: ({ queryKey }) => queryKey[2] !== id })
    // Sales keep the client's name but lose the link to the deleted client, so they are fetched again.
    for (const queryKey of [saleKeys.history, saleKeys.one]) client.invalidateQueries({ queryKey })
    invalidateFigures(client)
  }
}

export type Payment = Schemas['PayRequest']

/** The response has the account's new balance, which is put into the query cache at once. */
export function usePayClient(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ payment, key }: { payment: Payment; key: string }) => {
      const call = { body: payment, params: { path: { id }, header: { 'Idempotency-Key': key } } }
      return unwrap(api.POST('/api/beneficiaries/{id}/pay', call))
    },
    onSuccess: ({ account }) => {
      client.setQueryData(walletQuery.queryKey, (held) => held && withAccount(held, account))
      client.invalidateQueries({ queryKey: clientKeys.summary })
      moneyAdded(client)
    },
  })
}

function withAccount({ wallet, accounts }: Holdings, { id, balance }: Account): Holdings {
  return {
    wallet: wallet.id === id ? { ...wallet, balance } : wallet,
    accounts: accounts.map((account) => (account.id === id ? { ...account, balance } : account)),
  }
}
