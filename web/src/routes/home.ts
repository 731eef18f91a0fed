// / shows the dashboard.
import { createRoute } from '@tanstack/react-router'
import { readCurrencyParams } from '@/features/figures/figure-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readCurrencyParams,
  component: lazyScreen(() => import('@/pages/dashboard/dashboard-page'), 'DashboardPage'),
})
