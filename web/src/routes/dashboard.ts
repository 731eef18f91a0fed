// /dashboard shows the dashboard too.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readCurrencyParams } from '@/features/figures/figure-params'
import { rootRoute } from './root'

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: readCurrencyParams,
  component: lazyRouteComponent(() => import('@/pages/dashboard/dashboard-page'), 'DashboardPage'),
})
