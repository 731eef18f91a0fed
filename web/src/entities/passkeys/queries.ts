// The account's passkeys.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export type Passkey = Schemas['Passkey']

/** Below the security log's query key, so that the passkeys are refetched with the log. */
export const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: async ({ signal }): Promise<Passkey[]> =>
    (await unwrap(api.GET('/api/auth/passkeys', { signal }))).passkeys,
  staleTime: 0,
})
