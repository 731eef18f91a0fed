// /applications is Analytics; its address keeps the period and the currency.
import { createRoute } from '@tanstack/react-router'
import { readAnalyticsParams } from '@/features/figures/figure-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const analyticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  validateSearch: readAnalyticsParams,
  component: lazyScreen(() => import('@/pages/analytics/analytics-page'), 'AnalyticsPage'),
})
