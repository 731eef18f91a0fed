// /transaction-history is the full transaction history.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root'

export const transactionHistoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transaction-history',
  component: lazyRouteComponent(() => import('@/pages/transactions/transactions-page'), 'TransactionsPage'),
})
