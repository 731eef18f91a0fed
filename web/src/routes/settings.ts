// /settings is the account settings.
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyScreen(() => import('@/pages/settings/settings-page'), 'SettingsPage'),
})
