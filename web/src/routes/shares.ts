// /documents/shares is the list of share links, whose address keeps the search, the filter and the link that is open.
import { createRoute } from '@tanstack/react-router'
import { readShareParams } from '@/features/shares/filter-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const sharesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents/shares',
  validateSearch: readShareParams,
  component: lazyScreen(() => import('@/pages/library/shares-page'), 'SharesPage'),
})
