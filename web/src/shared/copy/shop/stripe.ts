// Texts of the settings that let Stripe report payments.

export const stripe = {
  title: 'Payments from Stripe',
  intro:
    'Let Stripe report payments made through your payment links. An offer is then marked as paid by itself, and its files go out.',
  loading: 'Loading the Stripe settings',
  loadFailed: "We couldn't load the Stripe settings",
  retry: 'Try again',
  on: 'Connected',
  off: 'Not connected',
  address: 'Address for Stripe',
  copyAddress: 'Copy address',
  addressCopied: 'Address copied',
  addressFailed: "Couldn't copy the address",
  secret: 'Signing secret',
  newSecret: 'New signing secret',
  secretHint: 'Starts with whsec_. It’s stored encrypted and never shown again.',
  secretRequired: 'Paste the signing secret',
  isSet: 'A signing secret is set. It’s never shown again.',
  lastEvent: (moment: string | null, isTest: boolean) => {
    if (moment === null) return 'No event has arrived yet.'
    return isTest
      ? `A test event arrived ${moment}; test events book nothing.`
      : `The last event arrived ${moment}.`
  },
  connect: 'Connect',
  replace: 'Replace Secret',
  save: 'Save',
  cancel: 'Cancel',
  saving: 'Saving...',
  connected: 'Stripe can now report payments',
  replaced: 'Secret replaced. The old one works for one more day.',
  replaceHint: 'The old one works for one more day, so no payment is missed while you switch.',
  failed: "Couldn't save the signing secret",
  remove: 'Disconnect',
  removeQuestion: 'Disconnect Stripe?',
  removeMeaning: 'Payments through Stripe are no longer reported. You mark those offers as paid yourself.',
  removed: 'Stripe disconnected',
  removeFailed: "Couldn't disconnect Stripe",
  help: 'Where do I find this in Stripe?',
  steps: [
    'In the Stripe dashboard, open Developers, then Webhooks, and add a destination.',
    'Choose all events that begin with checkout.session and charge.dispute, and charge.refunded.',
    'Enter the address for Stripe from above.',
    'Open the new destination, show its signing secret, and paste it here.',
  ],
} as const
