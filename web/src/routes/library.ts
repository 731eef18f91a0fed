// /documents is the media library; its address keeps the search, the filters and the order.
import { createRoute } from '@tanstack/react-router'
import { readFilterParams } from '@/features/library/filter-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents',
  validateSearch: readFilterParams,
  component: lazyScreen(() => import('@/pages/library/library-page'), 'LibraryPage'),
})
