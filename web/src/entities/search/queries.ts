// Searches all of the account's data, grouped by kind.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

const HIT_KINDS = ['beat', 'client', 'sale', 'license', 'transaction'] as const

export type HitKind = (typeof HIT_KINDS)[number]

export type Hit = Schemas['SearchHit']

interface HitGroup {
  kind: HitKind
  hits: Hit[]
}

/** How long a search answer is reused before it is fetched again. */
const FRESH_MS = 5_000

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }): Promise<HitGroup[]> => {
      const { groups } = await unwrap(api.GET('/api/search', { params: { query: { q } }, signal }))
      return groups.flatMap(({ kind, hits }) => {
        // Unknown kinds, from a newer server, are left out.
        const known = HIT_KINDS.find((one) => one === kind)
        return known === undefined ? [] : [{ kind: known, hits }]
      })
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
  })
