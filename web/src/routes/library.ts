// /documents is the media library; its address keeps the search, the filters and the order.
import { createRoute, redirect } from '@tanstack/react-router'
import { readFilterParams } from '@/features/library/filter/filter-params'
import { readId } from '@/features/shares/filter-params'
import { PATHS } from '@/shared/config/paths'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents',
  validateSearch: readFilterParams,
  // Notifications about a share link name the link in an address of the library.
  beforeLoad: ({ location }) => {
    const link = readId((location.search as { share?: unknown }).share)
    if (link !== '') throw redirect({ to: PATHS.shares, search: { link }, replace: true })
  },
  component: lazyScreen(() => import('@/pages/library/library-page'), 'LibraryPage'),
})
