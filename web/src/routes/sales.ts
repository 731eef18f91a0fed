// /payment-history is the sales history; its address keeps the search, the filter and the sale on view.
import { createRoute } from '@tanstack/react-router'
import { readSaleParams } from '@/features/sales/filter-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const salesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-history',
  validateSearch: readSaleParams,
  component: lazyScreen(() => import('@/pages/sales/sales-page'), 'SalesPage'),
})
