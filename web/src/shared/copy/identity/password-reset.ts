// Texts of a forgotten password: asking for a link, and the page the link leads to.

export const forgotPassword = {
  title: 'Forgot your password?',
  intro: "We'll email you a link to choose a new one.",
  email: 'Email',
  submit: 'Send Link',
  pending: 'Sending...',
  back: 'Back to Login',
  sentTitle: 'Check your email',
  sentIntro: 'The link works once, for one hour.',
  sent: (email: string) =>
    `If ${email} has an account, we've sent a link to it. It may take a minute. Check your spam folder too.`,
  again: 'Send another link',
  failed: "We couldn't send the link. Please try again.",
  unexpected: 'An unexpected error occurred. Please try again.',
} as const

export const resetPassword = {
  title: 'Choose a new password',
  intro: 'All your devices will be signed out.',
  checking: 'Checking your link...',
  submit: 'Set New Password',
  pending: 'Saving...',
  spentTitle: 'This link no longer works',
  spentIntro: 'It has expired, was already used, or was replaced by a newer one.',
  spent: 'Links work once, for one hour. Request a new one and use the latest email.',
  askAgain: 'Request a new link',
  doneTitle: 'Password changed',
  doneIntro: 'All your devices have been signed out.',
  done: "Sign in with your new password. Your two-factor settings haven't changed.",
  signIn: 'Go to Sign In',
  unreachable: "We couldn't check your link.",
  retry: 'Try again',
  failed: 'Failed to change password',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const
