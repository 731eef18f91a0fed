// /my-account is Finances.
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const financesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-account',
  component: lazyScreen(() => import('@/pages/finances/finances-page'), 'FinancesPage'),
})
