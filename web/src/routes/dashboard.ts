// /dashboard shows the dashboard too.
import { createRoute } from '@tanstack/react-router'
import { readCurrencyParams } from '@/features/figures/figure-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: readCurrencyParams,
  component: lazyScreen(() => import('@/pages/dashboard/dashboard-page'), 'DashboardPage'),
})
