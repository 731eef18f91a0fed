// The route table. A new router is made for each sign-in, so that nothing of the last one lingers.
import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { CrashNotice } from '@/features/onboarding/crash-notice'
import { applicationsRoute } from './applications'
import { beneficiariesRoute } from './beneficiaries'
import { cardsRoute } from './cards'
import { dashboardRoute } from './dashboard'
import { documentsRoute } from './documents'
import { homeRoute } from './home'
import { loginRoute } from './login'
import { myAccountRoute } from './my-account'
import { notificationsRoute } from './notifications'
import { paymentHistoryRoute } from './payment-history'
import { profileRoute } from './profile'
import { type RouterContext, rootRoute } from './root'
import { settingsRoute } from './settings'
import { transactionHistoryRoute } from './transaction-history'

const routeTree = rootRoute.addChildren([
  homeRoute,
  dashboardRoute,
  profileRoute,
  myAccountRoute,
  paymentHistoryRoute,
  transactionHistoryRoute,
  cardsRoute,
  notificationsRoute,
  settingsRoute,
  beneficiariesRoute,
  documentsRoute,
  applicationsRoute,
  loginRoute,
])

// One for all routers: each history hooks itself into the window and would stay there.
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
