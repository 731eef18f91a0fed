// / shows the dashboard.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readCurrencyParams } from '@/features/figures/figure-params'
import { rootRoute } from './root'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readCurrencyParams,
  component: lazyRouteComponent(() => import('@/pages/dashboard/dashboard-page'), 'DashboardPage'),
})
