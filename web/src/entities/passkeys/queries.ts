// The account's passkeys.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export type Passkey = Schemas['Passkey']

/** Under the key of the security log, so that it is asked for again when something happens to the account. */
export const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: async ({ signal }): Promise<Passkey[]> =>
    (await unwrap(api.GET('/api/auth/passkeys', { signal }))).passkeys,
  staleTime: 0,
})
