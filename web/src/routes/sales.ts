// /payment-history is the sales history; its address keeps the search, the filter and the sale on view.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readSaleParams } from '@/features/sales/filter-params'
import { rootRoute } from './root'

export const salesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-history',
  validateSearch: readSaleParams,
  component: lazyRouteComponent(() => import('@/pages/sales/sales-page'), 'SalesPage'),
})
