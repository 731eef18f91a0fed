// /login belongs to those who are not signed in; whoever is goes home.
import { createRoute, redirect } from '@tanstack/react-router'
import { rootRoute } from './root'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})
