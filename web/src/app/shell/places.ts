// Every screen the shell links to, named once for the sidebar, the search and the announced titles.
import {
  ArrowLeftRight,
  Bell,
  ChartLine,
  ChartNoAxesColumn,
  CreditCard,
  FileSignature,
  Globe,
  Handshake,
  Link2,
  type LucideIcon,
  Mic,
  Music,
  ReceiptText,
  ScrollText,
  SlidersHorizontal,
  User,
  Users,
  Wallet,
} from 'lucide-react'
import { screens } from '@/shared/copy/shell'

export interface Place {
  path: string
  name: string
  icon: LucideIcon
  /** Other words under which the search finds this place. */
  alias?: string
}

/** The seven entries of the sidebar, in its order. */
export const MAIN_PLACES: readonly Place[] = [
  { path: '/dashboard', name: screens.dashboard, icon: ChartNoAxesColumn, alias: 'home overview start' },
  {
    path: '/profile',
    name: screens.profile,
    icon: User,
    alias: 'account name email avatar picture platform links',
  },
  {
    path: '/my-account',
    name: screens.finances,
    icon: Wallet,
    alias: 'wallet money balance goals my account',
  },
  { path: '/payment-history', name: screens.sales, icon: ReceiptText, alias: 'payments sold beats revenue' },
  { path: '/beneficiaries', name: screens.clients, icon: Users, alias: 'beneficiaries people customers' },
  {
    path: '/documents',
    name: screens.library,
    icon: Music,
    alias: 'media documents audio video upload tracks',
  },
  {
    path: '/applications',
    name: screens.analytics,
    icon: ChartLine,
    alias: 'charts statistics performance genre',
  },
]

/** Screens without an entry of their own; the sidebar marks the entry they belong to. */
export const OTHER_PLACES: readonly (Place & { under?: string })[] = [
  {
    path: '/transaction-history',
    name: screens.transactions,
    icon: ArrowLeftRight,
    alias: 'deposits withdrawals',
    under: '/my-account',
  },
  {
    path: '/cards',
    name: screens.cards,
    icon: CreditCard,
    alias: 'visa mastercard add card',
    under: '/my-account',
  },
  {
    path: '/offers',
    name: screens.offers,
    icon: Handshake,
    alias: 'quotes proposals send link accept counter-offer mark as paid',
    under: '/payment-history',
  },
  {
    path: '/licenses',
    name: screens.licenses,
    icon: ScrollText,
    alias: 'contracts leases exclusive who may use',
    under: '/payment-history',
  },
  {
    path: '/documents/shares',
    name: screens.shares,
    icon: Link2,
    alias: 'share links send listeners plays hearts notes',
    under: '/documents',
  },
  { path: '/notifications', name: screens.notifications, icon: Bell, alias: 'messages unread alerts' },
  { path: '/settings', name: screens.settings, icon: SlidersHorizontal, alias: 'preferences options' },
  {
    path: '/settings/licenses',
    name: screens.licenseSettings,
    icon: FileSignature,
    alias: 'license kinds lease exclusive contract legal profile publisher ways to pay bank paypal stripe',
  },
  {
    path: '/settings/public-page',
    name: screens.publicPage,
    icon: Globe,
    alias: 'shop store handle embed website visible strangers',
  },
  {
    path: '/settings/previews',
    name: screens.previewSettings,
    icon: Mic,
    alias: 'voice tag producer tag tagged preview',
  },
]

/** Maps the path of one license or one offer to the path of its list. */
const normalizePath = (path: string) =>
  path === '/' ? '/dashboard' : path.replace(/\/+$/, '').replace(/^\/(licenses|offers)\/.*/, '/$1')

/** The name of the screen at a path, undefined for an unknown path. */
export function placeName(path: string): string | undefined {
  const wanted = normalizePath(path)
  return [...MAIN_PLACES, ...OTHER_PLACES].find((place) => place.path === wanted)?.name
}

/** Which sidebar entry a path belongs to. */
export function sidebarPath(path: string): string | undefined {
  const wanted = normalizePath(path)
  const other = OTHER_PLACES.find((place) => place.path === wanted)
  if (other) return other.under
  // The path of one beat belongs to the library's entry.
  return MAIN_PLACES.find(({ path: own }) => wanted === own || wanted.startsWith(`${own}/`))?.path
}

/** Every screen but the dashboard has the margin column at the right. */
export const hasMargin = (path: string): boolean => normalizePath(path) !== '/dashboard'
