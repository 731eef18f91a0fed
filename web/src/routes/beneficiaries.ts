// /beneficiaries is Clients.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root'

export const beneficiariesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/beneficiaries',
  component: lazyRouteComponent(() => import('@/pages/clients/clients-page'), 'ClientsPage'),
})
