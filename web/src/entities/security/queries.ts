// The devices that are signed in.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export type DeviceSession = Schemas['Session']

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    whole((await unwrap(api.GET('/api/security/sessions', { signal }))).sessions),
  staleTime: 0,
})

/** A session that cannot be named or dated can be neither shown nor revoked. */
export function whole(sessions: DeviceSession[]): DeviceSession[] {
  return sessions.filter(({ id, createdAt }) => Boolean(id) && Boolean(createdAt))
}
