// The queries of the dashboard and of the analytics. After a change of period or currency the previous figures stay on
// screen until the new ones have loaded.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { type Analytics, analyticsFrom, type Dashboard, dashboardFrom, type Period } from './figures'
import { figureKeys } from './figures-changed'

/** The query of the dashboard. Without a currency the server uses the account's default currency. */
export const dashboardQuery = (currency?: string) =>
  queryOptions({
    queryKey: [...figureKeys.dashboard, currency ?? ''],
    queryFn: async ({ signal }): Promise<Dashboard> => {
      const query = currency ? { currency } : {}
      return dashboardFrom((await unwrap(api.GET('/api/dashboard', { params: { query }, signal }))).dashboard)
    },
    placeholderData: keepPreviousData,
  })

export const analyticsQuery = ({ period, currency }: { period: Period; currency?: string }) =>
  queryOptions({
    queryKey: [...figureKeys.analytics, period, currency ?? ''],
    queryFn: async ({ signal }): Promise<Analytics> => {
      const query = { period, ...(currency ? { currency } : {}) }
      return analyticsFrom((await unwrap(api.GET('/api/analytics', { params: { query }, signal }))).analytics)
    },
    placeholderData: keepPreviousData,
  })
