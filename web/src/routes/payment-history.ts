// /payment-history is the sales history.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root'

export const paymentHistoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-history',
  component: lazyRouteComponent(() => import('@/pages/sales/sales-page'), 'SalesPage'),
})
