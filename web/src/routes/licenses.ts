// /licenses is the list of licenses, whose address keeps the search and the filter; each license has its own address.
import { createRoute } from '@tanstack/react-router'
import { readLicenseParams } from '@/features/licenses/list/filter-params'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const licensesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licenses',
  validateSearch: readLicenseParams,
  component: lazyScreen(() => import('@/pages/licenses/licenses-page'), 'LicensesPage'),
})

export const licenseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licenses/$id',
  // Notifications about a cap or the last day link here with `upgrade`, which opens the upgrade dialog.
  validateSearch: ({ upgrade }: Record<string, unknown>): { upgrade?: 1 } =>
    String(upgrade) === '1' ? { upgrade: 1 } : {},
  component: lazyScreen(() => import('@/pages/licenses/license-page'), 'LicensePage'),
})
