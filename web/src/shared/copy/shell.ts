// Names of the screens and the texts of the frame around them.

export const screens = {
  dashboard: 'Dashboard',
  profile: 'Producer Profile',
  finances: 'Finances',
  sales: 'Sales History',
  offers: 'Offers',
  licenses: 'Licenses',
  transactions: 'Transaction History',
  cards: 'Payment Cards',
  notifications: 'Notifications',
  settings: 'Settings',
  licenseSettings: 'License Settings',
  publicPage: 'Public Page',
  previewSettings: 'Preview Settings',
  clients: 'Clients',
  library: 'Beat Library',
  shares: 'Shares',
  analytics: 'Analytics',
} as const

export const topBar = {
  search: 'Search beats, clients, sales...',
  notifications: 'Notifications',
  settings: 'Settings',
  viewProfile: 'View Profile',
  userSettings: 'Settings',
  signOut: 'Sign Out',
} as const

export const sidebar = {
  platforms: 'Platforms',
  theme: 'Theme',
  help: 'Help',
} as const

export const notFound = {
  title: 'Page not found',
  text: (path: string) => `There's nothing at ${path}.`,
  action: 'Go to Dashboard',
} as const

export const crash = {
  title: 'Something went wrong',
  text: "We couldn't show this screen. Your data is safe.",
  action: 'Try again',
  pageText: 'Your data is safe. Reload the page, or sign in again.',
  reload: 'Reload',
  signIn: 'Sign in',
} as const

/** The question before typed values are discarded. */
export const unsavedForms = {
  question: 'Discard your changes?',
  meaning: "What you typed hasn't been saved.",
  discard: 'Discard',
  keep: 'Keep editing',
  kept: 'Your unsaved changes are safe',
  keptWhere: (names: string) => `Open ${names} again to continue.`,
} as const

export const undo = { action: 'Undo' } as const

/** Texts shown while the server cannot be reached. */
export const away = {
  banner: 'Offline. Trying again…',
  action: 'Try now',
  screenTitle: "You're offline",
  screenText: "This screen hasn't been loaded yet. It opens as soon as we can reach the server.",
  start: "Can't reach Ledgerline. Trying again…",
} as const
