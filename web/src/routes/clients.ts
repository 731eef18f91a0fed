// /beneficiaries is Clients; its address keeps the search, the filter and the client on view.
import { createRoute } from '@tanstack/react-router'
import { readClientParams } from '@/features/clients/filter-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const clientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/beneficiaries',
  validateSearch: readClientParams,
  component: lazyScreen(() => import('@/pages/clients/clients-page'), 'ClientsPage'),
})
