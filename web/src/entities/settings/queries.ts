// The account's settings, as the server stores them.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export type Settings = Schemas['Settings']

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }): Promise<Settings> =>
    (await unwrap(api.GET('/api/users/settings', { signal }))).settings,
})
