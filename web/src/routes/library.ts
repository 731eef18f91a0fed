// /documents is the media library; its address keeps the search, the filters and the order.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readFilterParams } from '@/features/library/filter-params'
import { rootRoute } from './root'

export const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents',
  validateSearch: readFilterParams,
  component: lazyRouteComponent(() => import('@/pages/library/library-page'), 'LibraryPage'),
})
