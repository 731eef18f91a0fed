// Texts of the lock screen, the warning before it and a session that ends.

export const lock = {
  title: 'Session locked',
  reason: 'Session timed out due to inactivity. Please log in again.',
  reasonLines: ['Session timed out due to inactivity.', 'Please log in again.'],
  email: 'Email',
  password: 'Password',
  passwordPlaceholder: 'Your password',
  code: 'Code',
  submit: 'Unlock',
  pending: 'Unlocking...',
  codePending: 'Verifying...',
  submitCode: 'Verify & Unlock',
  back: 'Back',
  otherAccount: 'Sign in to another account',
  returnTo: (screen: string) => `You'll return to ${screen}.`,
  restored: 'Session restored successfully!',
  failed: 'Failed to restore session',
  invalidCode: 'Invalid 2FA token',
  invalidCredentials: 'Invalid credentials',
  unexpected: 'An error occurred while restoring session',
  noCredentials: 'No temporary credentials found',
} as const

export const timeoutWarning = {
  title: 'Your session locks in',
  extend: 'Extend Session',
  dismiss: 'Dismiss',
  progress: 'Time left before the session locks',
  /** Read once by a screen reader when the warning appears; the countdown itself is not announced. */
  announcement: (remaining: string) => `Your session locks in ${remaining}.`,
} as const

export const proof = {
  title: 'Confirm it’s you',
  intro: 'You signed in a while ago. Enter your password to make this change.',
  password: 'Password',
  submit: 'Confirm',
  pending: 'Verifying...',
  cancel: 'Cancel',
  incorrect: 'Current password is incorrect',
  unexpected: 'An error occurred while verifying password',
} as const

export const sessionEnded = 'Your session has ended. Please sign in again.'
