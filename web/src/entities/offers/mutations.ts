// Mutations of offers: saving, sending, answering a counter-offer, marking as paid, and ending.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, type Schemas, unwrap } from '@/shared/api/client'
import { type Pages, removeRow } from '@/shared/lib/paged-rows'
import { documentKeys } from '../documents/queries'
import { licenseKeys } from '../licenses/queries'
import { saleAdded } from '../sales/sales-changed'
import { type Offer, type WholeOffer, wholeOfferFromServer } from './offer'
import { offerKeys, offerQuery } from './queries'

export type OfferBody = Schemas['OfferRequest']
export type PaidBody = Schemas['OfferPaidRequest']

/** Saves an offer: without an id a new draft is created, with an id that offer is changed. */
export function useSaveOffer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body }: { id: string | null; body: OfferBody }): Promise<WholeOffer> => {
      const answer =
        id === null
          ? await unwrap(api.POST('/api/offers', { body }))
          : await unwrap(api.PUT('/api/offers/{id}', { params: { path: { id } }, body }))
      return wholeOfferFromServer(answer.offer)
    },
    onSuccess: (saved) => offerChanged(client, saved),
  })
}

export function useSendOffer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, mail }: { id: string; mail: boolean }) => {
      const call = { params: { path: { id } }, body: { mail } }
      return wholeOfferFromServer((await unwrap(api.POST('/api/offers/{id}/send', call))).offer)
    },
    onSuccess: (sent) => offerChanged(client, sent),
  })
}

/** The API paths of steps that need no request body. */
const PLAIN_STEP_PATHS = {
  resend: '/api/offers/{id}/resend',
  withdraw: '/api/offers/{id}/withdraw',
  decline: '/api/offers/{id}/decline',
} as const
export type PlainStep = keyof typeof PLAIN_STEP_PATHS

export function useOfferStep() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, step }: { id: string; step: PlainStep }): Promise<WholeOffer> => {
      const call = { params: { path: { id } } }
      return wholeOfferFromServer((await unwrap(api.POST(PLAIN_STEP_PATHS[step], call))).offer)
    },
    onSuccess: (changed) => offerChanged(client, changed),
  })
}

export type CounterAnswer = Schemas['CounterAnswerRequest']

export function useAnswerCounter() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body }: { id: string; body: CounterAnswer }): Promise<WholeOffer> => {
      const call = { params: { path: { id } }, body }
      return wholeOfferFromServer((await unwrap(api.POST('/api/offers/{id}/counter', call))).offer)
    },
    onSuccess: (changed) => offerChanged(client, changed),
  })
}

/**
 * Marks an offer as paid. The server creates the sale with its postings and issues the licenses, so all queries about
 * them are refetched.
 */
export function useMarkPaid() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body, key }: { id: string; body: PaidBody; key: string }) => {
      const call = { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }
      return wholeOfferFromServer((await unwrap(api.POST('/api/offers/{id}/paid', call))).offer)
    },
    onSuccess: (paid) => {
      offerChanged(client, paid)
      client.invalidateQueries({ queryKey: licenseKeys.all })
      client.invalidateQueries({ queryKey: documentKeys.all })
      saleAdded(client)
    },
  })
}

export function useDeleteOffer() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/offers/{id}', { params: { path: { id } }, ...asKeepalive() }))
    client.removeQueries({ queryKey: offerQuery(id).queryKey })
    client.setQueriesData<Pages<Offer>>({ queryKey: offerKeys.list }, (list) => list && removeRow(list, id))
    client.invalidateQueries({ queryKey: offerKeys.all })
  }
}

function offerChanged(client: QueryClient, changed: WholeOffer) {
  client.setQueryData(offerQuery(changed.id).queryKey, changed)
  client.invalidateQueries({ queryKey: offerKeys.list })
  client.invalidateQueries({ queryKey: offerKeys.counts })
}
