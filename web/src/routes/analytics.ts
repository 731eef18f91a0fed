// /applications is Analytics; its address keeps the period and the currency.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readAnalyticsParams } from '@/features/figures/figure-params'
import { rootRoute } from './root'

export const analyticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  validateSearch: readAnalyticsParams,
  component: lazyRouteComponent(() => import('@/pages/analytics/analytics-page'), 'AnalyticsPage'),
})
