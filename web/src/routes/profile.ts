// /profile is the producer profile.
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  component: lazyScreen(() => import('@/pages/profile/profile-page'), 'ProfilePage'),
})
