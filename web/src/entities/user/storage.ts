// How much of the allowed storage the account's files use.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'

/** The used and the allowed storage in bytes; `allowed` is null if there is no limit. */
type StorageUse = { used: number; allowed: number | null }

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: async ({ signal }): Promise<StorageUse> => {
    const { used, allowed } = await unwrap(api.GET('/api/users/storage', { signal }))
    return { used, allowed }
  },
  // Uploads continue while other screens are open, so the value is always fetched again.
  refetchOnMount: 'always',
})
