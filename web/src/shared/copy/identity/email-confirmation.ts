// Texts of confirming an e-mail address: the line in the app, and the page the link leads to.

export const emailConfirmation = {
  lineTitle: 'Confirm your email.',
  line: (email: string) => `We sent a link to ${email}.`,
  again: 'Send again',
  sending: 'Sending...',
  sent: (email: string) => `A new link is on its way to ${email}`,
  sendFailed: 'The link could not be sent. Please try again.',
  pending: (email: string) => `Waiting for you to confirm ${email}`,
  requested: (email: string) => `Follow the link we sent to ${email} to finish the change.`,
  title: 'Confirm your email',
  intro: 'One press, and this address is yours.',
  submit: 'Confirm email',
  pendingSubmit: 'Confirming...',
  doneTitle: 'Your email is confirmed',
  doneIntro: 'Thank you.',
  done: 'Messages from Ledgerline reach you here from now on.',
  proceed: 'Continue to Ledgerline',
  spentTitle: 'This link no longer works',
  spentIntro: 'It has expired, has been used, or a newer one was sent.',
  failed: 'Your email could not be confirmed. Please try again.',
} as const
