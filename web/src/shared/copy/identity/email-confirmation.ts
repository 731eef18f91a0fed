// Texts of confirming an email address: the line in the app, and the page the link leads to.

export const emailConfirmation = {
  lineTitle: 'Confirm your email.',
  line: (email: string) => `We sent a link to ${email}.`,
  again: 'Send again',
  sending: 'Sending...',
  sent: (email: string) => `A new link is on its way to ${email}`,
  sendFailed: "We couldn't send the link. Please try again.",
  pending: (email: string) => `Waiting for you to confirm ${email}`,
  requested: (email: string) => `Follow the link we sent to ${email} to finish the change.`,
  title: 'Confirm your email',
  intro: 'Click the button to confirm this address.',
  submit: 'Confirm email',
  pendingSubmit: 'Confirming...',
  doneTitle: 'Your email is confirmed',
  doneIntro: 'Thank you.',
  done: "We'll send your Ledgerline emails here from now on.",
  proceed: 'Continue to Ledgerline',
  spentTitle: 'This link no longer works',
  spentIntro: 'It has expired, was already used, or was replaced by a newer one.',
  failed: "We couldn't confirm your email. Please try again.",
} as const
