// Offers: the list page by page, the counts over all of them, one offer with its timeline, and its contracts.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { OFFER } from '@/shared/config/limits'
import { filteredList, pageQuery } from '@/shared/lib/paged-query'
import type { Page } from '@/shared/lib/paged-rows'
import type { ContractBlock } from '@/shared/ui/contract-sheet'
import { blocksFromServer } from '../licenses/contract'
import { type Missing, missingFromServer } from '../licenses/kind'
import { filterQuery, type OfferFilter } from './filter'
import { type Offer, offerFromServer, type WholeOffer, wholeOfferFromServer } from './offer'

export const offerKeys = {
  all: ['offers'],
  list: ['offers', 'list'],
  counts: ['offers', 'counts'],
  one: ['offers', 'one'],
  contracts: ['offers', 'contracts'],
} as const

/** The number of offers by state; `open` counts all offers that are not closed. */
export type OfferCounts = Readonly<Record<string, number>>

export const offersQuery = (filter: OfferFilter) =>
  infiniteQueryOptions({
    queryKey: [...offerKeys.list, filter],
    queryFn: async ({ signal, pageParam }): Promise<Page<Offer>> => {
      const query = pageQuery(filterQuery(filter), OFFER.page, pageParam)
      const answer = await unwrap(api.GET('/api/offers', { params: { query }, signal }))
      return {
        rows: answer.offers.map(offerFromServer),
        total: answer.total,
        totalIsExact: true,
        nextCursor: answer.next_cursor,
      }
    },
    ...filteredList,
  })

/** The query of the counts by state over all offers. The first page of the list includes them. */
export const offerCountsQuery = queryOptions({
  queryKey: offerKeys.counts,
  queryFn: async ({ signal }): Promise<OfferCounts> =>
    (await unwrap(api.GET('/api/offers', { params: { query: { limit: 1 } }, signal }))).counts,
})

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: [...offerKeys.one, id],
    queryFn: async ({ signal }): Promise<WholeOffer> =>
      wholeOfferFromServer(
        (await unwrap(api.GET('/api/offers/{id}', { params: { path: { id } }, signal }))).offer,
      ),
  })

export interface LineContract {
  title: string
  kind: string
  blocks: ContractBlock[]
  missing: Missing[]
}

/** The query of each line's contract as the buyer will see it, with the values that are missing for it. */
export const offerContractsQuery = (offer: Pick<Offer, 'id' | 'updated_at'>) =>
  queryOptions({
    queryKey: [...offerKeys.contracts, offer.id, offer.updated_at],
    queryFn: async ({ signal }): Promise<LineContract[]> => {
      const call = { params: { path: { id: offer.id } }, signal }
      const { contracts } = await unwrap(api.POST('/api/offers/{id}/contracts', call))
      return contracts.map((contract) => ({
        ...contract,
        blocks: blocksFromServer(contract.blocks),
        missing: contract.missing.map(missingFromServer),
      }))
    },
    retry: false,
  })
