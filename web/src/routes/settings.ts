// /settings is the account settings; the licenses, the public page and the previews have screens to themselves.
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyScreen(() => import('@/pages/settings/settings-page'), 'SettingsPage'),
})

export const licenseSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/licenses',
  component: lazyScreen(() => import('@/pages/settings/license-settings-page'), 'LicenseSettingsPage'),
})

export const publicPageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/public-page',
  component: lazyScreen(() => import('@/pages/settings/public-page'), 'PublicPageSettings'),
})

export const previewSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/previews',
  component: lazyScreen(() => import('@/pages/settings/preview-settings-page'), 'PreviewSettingsPage'),
})
