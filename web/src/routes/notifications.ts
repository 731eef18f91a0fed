// /notifications lists the notifications; its address keeps the tab.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTab } from '@/features/notifications/tab-params'
import { rootRoute } from './root'

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  validateSearch: readTab,
  component: lazyRouteComponent(
    () => import('@/pages/notifications/notifications-page'),
    'NotificationsPage',
  ),
})
