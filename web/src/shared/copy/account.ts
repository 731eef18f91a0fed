// Texts of data export and account deletion.

export const dataExport = {
  action: 'Export Data',
  failed: 'Failed to export data',
  failedRetry: 'Failed to export data. Please try again later.',
} as const

export const accountDeletion = {
  action: 'Delete Account',
  label: 'Delete account',
  help: 'Everything you keep here, for good',
  passwordIntro: 'Enter your current password to delete your account.',
  title: 'Delete your account?',
  intro: 'This cannot be undone. These go at once and for good:',
  losses: [
    'your profile, settings and every signed-in device',
    'all beats and videos with their files',
    'sales, clients, cards, goals and transactions',
    'notifications, exports and archives',
  ],
  advice: 'You may want to export your data first.',
  confirmWord: 'DELETE',
  confirmLabel: (word: string) => `Type ${word} to confirm`,
  cancel: 'Keep my account',
  submit: 'Delete Account',
  pending: 'Deleting Account...',
  done: 'Account deleted successfully',
  doneIntro: 'Your account and everything in it are gone. Taking you to the sign-in screen...',
  failed: 'Failed to delete account. Please try again.',
  failedLater: 'Failed to delete account. Please try again later.',
} as const
