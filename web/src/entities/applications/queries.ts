// Applications, newest first: the open ones or all of them, page by page, and their sums.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { APPLICATION } from '@/shared/config/limits'
import { byOffset } from '@/shared/lib/paged-query'
import { type Application, type ApplicationSummary, fromServer, OPEN_STATUSES } from './application'

export const applicationKeys = {
  all: ['applications'],
  list: ['applications', 'list'],
  summary: ['applications', 'summary'],
} as const

export type ApplicationView = 'open' | 'all'

interface ApplicationPage {
  rows: Application[]
  total: number
}

export const applicationsQuery = (view: ApplicationView) =>
  infiniteQueryOptions({
    queryKey: [...applicationKeys.list, view],
    queryFn: async ({ signal, pageParam }): Promise<ApplicationPage> => {
      const status = view === 'open' ? { status: OPEN_STATUSES.join(',') } : {}
      const query = { ...status, limit: APPLICATION.listPage, offset: pageParam }
      const answer = await unwrap(api.GET('/api/applications', { params: { query }, signal }))
      return { rows: answer.applications.map(fromServer), total: answer.total }
    },
    ...byOffset,
    // The rows of the previous view stay on screen until the new ones have loaded.
    placeholderData: keepPreviousData,
  })

export const applicationSummaryQuery = queryOptions({
  queryKey: applicationKeys.summary,
  queryFn: async ({ signal }): Promise<ApplicationSummary> =>
    (await unwrap(api.GET('/api/applications/stats/summary', { signal }))).summary,
})
