// /my-account is Finances.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root'

export const financesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-account',
  component: lazyRouteComponent(() => import('@/pages/finances/finances-page'), 'FinancesPage'),
})
