// /notifications lists the notifications; its address keeps the tab and the message on view.
import { createRoute } from '@tanstack/react-router'
import { readTab } from '@/features/notifications/tab-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  validateSearch: readTab,
  component: lazyScreen(() => import('@/pages/notifications/notifications-page'), 'NotificationsPage'),
})
