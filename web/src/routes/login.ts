// /login belongs to those who are not signed in; whoever is goes home.
import { createRoute, redirect } from '@tanstack/react-router'
import { session } from '@/entities/session/session'
import { rootRoute } from './root'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: () => {
    // On signing out the address changes a moment before this router is gone.
    if (session.state.get().status === 'authenticated') throw redirect({ to: '/', replace: true })
  },
})
