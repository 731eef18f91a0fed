// The covers of beats that other lists name, from one page of the newest beats, which has nearly all of them.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { WHOLE_LIST } from '@/shared/config/limits'
import { documentKeys } from './queries'

const coversQuery = queryOptions({
  queryKey: [...documentKeys.all, 'covers'],
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const params = { query: { limit: WHOLE_LIST } }
    const { documents } = await unwrap(api.GET('/api/documents', { params, signal }))
    return Object.fromEntries(documents.flatMap(({ id, thumbnail }) => (thumbnail ? [[id, thumbnail]] : [])))
  },
})

/** Returns the cover of a beat; null while it is loading, and for a beat without a cover. */
export function useCover(documentId: string | null): string | null {
  const { data } = useQuery(coversQuery)
  return (documentId === null ? undefined : data?.[documentId]) ?? null
}
