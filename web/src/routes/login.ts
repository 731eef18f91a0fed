// /login is for visitors who are not signed in; a signed-in person is redirected to the dashboard.
import { createRoute, redirect } from '@tanstack/react-router'
import { session } from '@/entities/session/session'
import { rootRoute } from './root'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: () => {
    // On signing out the address changes a moment before this router is unmounted.
    if (session.state.get().status === 'authenticated') throw redirect({ to: '/', replace: true })
  },
})
