// The signed-in devices, the security log, and the security score.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { SECURITY } from '@/shared/config/limits'

export type DeviceSession = Schemas['Session']

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    completeSessions((await unwrap(api.GET('/api/security/sessions', { signal }))).sessions),
  staleTime: 0,
})

/** Filters out sessions without an id or a valid date, because they could be neither shown nor revoked. */
export function completeSessions(sessions: DeviceSession[]): DeviceSession[] {
  return sessions.filter(({ id, createdAt }) => Boolean(id) && Boolean(createdAt))
}

export type SecuritySummary = Schemas['SecuritySummary']

/** All queries below this key are fetched again when the security log gets an entry. */
const SECURITY_KEY = 'security'

export const securitySummaryQuery = queryOptions({
  queryKey: [SECURITY_KEY, 'summary'],
  queryFn: async ({ signal }): Promise<SecuritySummary> =>
    (await unwrap(api.GET('/api/security/summary', { signal }))).summary,
  staleTime: 0,
})

/** One entry of the log. Entries of the sign-in history also have `success`. */
export type SecurityEntry = Schemas['SecurityLogEntry'] & { success?: boolean }

export type SecurityList = 'history' | 'log'

type EntryPage = { rows: SecurityEntry[]; total: number; offset: number }

export const securityEntriesQuery = (list: SecurityList) =>
  infiniteQueryOptions({
    queryKey: [SECURITY_KEY, list],
    queryFn: async ({ signal, pageParam: offset }): Promise<EntryPage> => {
      const options = { params: { query: { limit: SECURITY.page, offset } }, signal }
      if (list === 'history') {
        const { history, total } = await unwrap(api.GET('/api/security/login-history', options))
        return { rows: history, total, offset }
      }
      const { logs, total } = await unwrap(api.GET('/api/security/logs', options))
      return { rows: logs, total, offset }
    },
    initialPageParam: 0,
    getNextPageParam: ({ rows, total, offset }) => {
      const next = offset + rows.length
      return rows.length > 0 && next < total ? next : undefined
    },
    staleTime: 0,
  })

/** Removes duplicates: entries added between two requests shift rows from one page into the next. */
export function withoutDuplicates(pages: readonly { rows: SecurityEntry[] }[]): SecurityEntry[] {
  return [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()]
}
