// /documents/<id> is one beat of the library.
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const beatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents/$id',
  component: lazyScreen(() => import('@/pages/beat/beat-page'), 'BeatPage'),
})
