// The paths of the app and the screens they show. /login belongs to the authentication screen.
import { screens } from '../copy/shell'

export const PATHS = {
  home: '/',
  dashboard: '/dashboard',
  profile: '/profile',
  finances: '/my-account',
  sales: '/payment-history',
  licenses: '/licenses',
  license: '/licenses/$id',
  offers: '/offers/{-$id}',
  transactions: '/transaction-history',
  cards: '/cards',
  notifications: '/notifications',
  settings: '/settings',
  licenseSettings: '/settings/licenses',
  publicPage: '/settings/public-page',
  previewSettings: '/settings/previews',
  clients: '/beneficiaries',
  library: '/documents',
  shares: '/documents/shares',
  beat: '/documents/$id',
  analytics: '/applications',
  login: '/login',
} as const

const NAMES: Record<string, string> = {
  [PATHS.home]: screens.dashboard,
  [PATHS.dashboard]: screens.dashboard,
  [PATHS.profile]: screens.profile,
  [PATHS.finances]: screens.finances,
  [PATHS.sales]: screens.sales,
  [PATHS.licenses]: screens.licenses,
  '/offers': screens.offers,
  [PATHS.transactions]: screens.transactions,
  [PATHS.cards]: screens.cards,
  [PATHS.notifications]: screens.notifications,
  [PATHS.settings]: screens.settings,
  [PATHS.licenseSettings]: screens.licenseSettings,
  [PATHS.publicPage]: screens.publicPage,
  [PATHS.previewSettings]: screens.previewSettings,
  [PATHS.clients]: screens.clients,
  [PATHS.library]: screens.library,
  [PATHS.shares]: screens.shares,
  [PATHS.analytics]: screens.analytics,
}

/** The screen at an address of this app, ignoring query and anchor; null for an unknown path. */
export function screenAt(address: string): string | null {
  const path = address.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1')
  // The page of one beat, license or offer has the name of its list.
  const list = [PATHS.library, PATHS.licenses, '/offers'].find((parent) => path.startsWith(`${parent}/`))
  return NAMES[path] ?? (list === undefined ? null : (NAMES[list] ?? null))
}
