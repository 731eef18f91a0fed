// /transaction-history is the full transaction history; its address keeps the search and the filters.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readFilterParams } from '@/features/transactions/filter-params'
import { rootRoute } from './root'

export const transactionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transaction-history',
  validateSearch: readFilterParams,
  component: lazyRouteComponent(() => import('@/pages/transactions/transactions-page'), 'TransactionsPage'),
})
