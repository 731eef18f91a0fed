// The license prices of a beat: for each kind of license the kind's default price, a price of this beat, or not
// offered.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { documentKeys } from '../documents/queries'

export const PRICE_SOURCES = ['default', 'own', 'off'] as const
export type PriceSource = (typeof PRICE_SOURCES)[number]

export interface BeatPrice {
  kind_id: string
  name: string
  tier: string
  is_exclusive: boolean
  offer: PriceSource
  /** The price; null if the license is not offered for this beat. */
  price: number | null
  currency: string
  default_price: number
  is_offered: boolean
  /** Why the license cannot be bought although it is offered; null if it can. */
  reason: string | null
}

export interface PriceChange {
  kind_id: string
  offer: PriceSource
  price?: number
}

const keyOf = (documentId: string) => [...documentKeys.all, 'prices', documentId]

export const pricesQuery = (documentId: string) =>
  queryOptions({
    queryKey: keyOf(documentId),
    queryFn: async ({ signal }): Promise<BeatPrice[]> => {
      const call = { params: { path: { id: documentId } }, signal }
      const { prices } = await unwrap(api.GET('/api/documents/{id}/prices', call))
      return prices.map((price) => ({
        ...price,
        offer: PRICE_SOURCES.find((offer) => offer === price.offer) ?? 'default',
      }))
    },
  })

/** Sets prices of one beat or of several. */
export function useSetPrices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, prices }: { ids: readonly string[]; prices: PriceChange[] }) => {
      const [id] = ids
      if (ids.length === 1 && id !== undefined)
        await unwrap(api.PUT('/api/documents/{id}/prices', { params: { path: { id } }, body: { prices } }))
      else await unwrap(api.POST('/api/documents/prices', { body: { ids: [...ids], prices } }))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [...documentKeys.all, 'prices'] }),
  })
}
