// The route table. A new router is made for each sign-in, so that no state of the last one remains.
import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { CrashNotice } from '@/features/onboarding/crash-notice'
import { analyticsRoute } from './analytics'
import { beatRoute } from './beat'
import { cardsRoute } from './cards'
import { clientsRoute } from './clients'
import { dashboardRoute } from './dashboard'
import { financesRoute } from './finances'
import { homeRoute } from './home'
import { libraryRoute } from './library'
import { licenseRoute, licensesRoute } from './licenses'
import { loginRoute } from './login'
import { notificationsRoute } from './notifications'
import { offersRoute } from './offers'
import { profileRoute } from './profile'
import { type RouterContext, rootRoute } from './root'
import { salesRoute } from './sales'
import { licenseSettingsRoute, previewSettingsRoute, publicPageRoute, settingsRoute } from './settings'
import { sharesRoute } from './shares'
import { transactionsRoute } from './transactions'

const routeTree = rootRoute.addChildren([
  homeRoute,
  dashboardRoute,
  profileRoute,
  financesRoute,
  salesRoute,
  offersRoute,
  licensesRoute,
  licenseRoute,
  transactionsRoute,
  cardsRoute,
  notificationsRoute,
  settingsRoute,
  licenseSettingsRoute,
  publicPageRoute,
  previewSettingsRoute,
  clientsRoute,
  libraryRoute,
  sharesRoute,
  beatRoute,
  analyticsRoute,
  loginRoute,
])

// Shared by all routers: each browser history adds listeners to the window that are never removed.
const history = createBrowserHistory()

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    history,
    context,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: CrashNotice,
    trailingSlash: 'never',
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
