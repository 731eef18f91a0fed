// /applications is Analytics.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root'

export const applicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  component: lazyRouteComponent(() => import('@/pages/analytics/analytics-page'), 'AnalyticsPage'),
})
