// /notifications lists the notifications.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root'

export const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  component: lazyRouteComponent(
    () => import('@/pages/notifications/notifications-page'),
    'NotificationsPage',
  ),
})
