// The archives of the whole account whose files still exist.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { ARCHIVE } from '@/shared/config/limits'

export type Archive = Schemas['Archive']

export const archivesQuery = queryOptions({
  queryKey: ['archives'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/archives', { signal }))).archives,
  staleTime: 0,
  // While an archive is being made the list is requested again at this interval.
  refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? ARCHIVE.askMs : false),
})

export function isUnfinished({ status }: Archive): boolean {
  return status === 'pending' || status === 'processing'
}
