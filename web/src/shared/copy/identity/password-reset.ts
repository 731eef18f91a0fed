// Texts of a forgotten password: asking for a link, and the page the link leads to.

export const forgotPassword = {
  title: 'Forgot your password?',
  intro: 'We will mail you a link to choose a new one.',
  email: 'Email',
  submit: 'Send Link',
  pending: 'Sending...',
  back: 'Back to Login',
  sentTitle: 'Check your mail',
  sentIntro: 'The link works once, for one hour.',
  sent: (email: string) =>
    `If ${email} has an account, a message with a link is on its way. It may take a minute; look in your spam folder too.`,
  again: 'Send another link',
  failed: 'The link could not be sent. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const

export const resetPassword = {
  title: 'Choose a new password',
  intro: 'All your devices will be signed out.',
  checking: 'Checking your link...',
  submit: 'Set New Password',
  pending: 'Saving...',
  spentTitle: 'This link no longer works',
  spentIntro: 'It has expired, has been used, or a newer one was sent.',
  spent: 'Links work once and for one hour. Ask for a new one and use the latest message.',
  askAgain: 'Ask for a new link',
  doneTitle: 'Your password is changed',
  doneIntro: 'Every device has been signed out.',
  done: 'Sign in with your new password. Two-factor authentication is as you left it.',
  signIn: 'Go to Sign In',
  unreachable: 'Your link could not be checked.',
  retry: 'Try again',
  failed: 'Failed to change password',
  unexpected: 'An unexpected error occurred. Please try again.',
} as const
