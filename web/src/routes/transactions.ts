// /transaction-history is the full transaction history; its address keeps the search and the filters.
import { createRoute } from '@tanstack/react-router'
import { readFilterParams } from '@/features/transactions/filter-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const transactionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transaction-history',
  validateSearch: readFilterParams,
  component: lazyScreen(() => import('@/pages/transactions/transactions-page'), 'TransactionsPage'),
})
