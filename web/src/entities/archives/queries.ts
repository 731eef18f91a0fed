// The archives of everything the account holds, while their files are kept.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { ARCHIVE } from '@/shared/config/limits'

export type Archive = Schemas['Archive']

export const archivesQuery = queryOptions({
  queryKey: ['archives'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/archives', { signal }))).archives,
  staleTime: 0,
  // One in the making is asked after until it is made.
  refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? ARCHIVE.askMs : false),
})

export function isUnfinished({ status }: Archive): boolean {
  return status === 'pending' || status === 'processing'
}
