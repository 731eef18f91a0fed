// Texts of passkeys: in the settings, on the sign-in page, on the lock screen and in the proof dialog.
import type { PasskeyFaultKind } from '../../lib/webauthn'

export const passkeys = {
  label: 'Passkeys',
  none: 'Sign in with your fingerprint, face or screen lock',
  count: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  add: 'Add',
  manage: 'Manage',

  title: 'Passkeys',
  intro: 'A passkey signs you in with your fingerprint, face or screen lock. Your password keeps working.',
  empty: 'You have no passkeys yet.',
  addOne: 'Add a Passkey',
  adding: 'Adding...',
  close: 'Close',
  retry: 'Try again',
  loadFailed: "Couldn't load your passkeys",
  added: 'Passkey added',
  addFailed: "Couldn't add the passkey",

  created: (when: string) => `Added ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  neverUsed: 'Never used',
  synced: 'Synced',
  elsewhere: (host: string) => `Works only at ${host}`,

  rename: 'Rename',
  renameOne: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename Passkey',
  nameTitle: 'Name Your Passkey',
  nameIntro: "Choose a name you'll recognize later.",
  name: 'Name',
  nameRequired: 'Name is required',
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  skip: 'Skip',
  renamed: 'Passkey renamed',
  renameFailed: "Couldn't rename the passkey",

  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removeQuestion: 'Remove this passkey?',
  removeMeaning: (name: string) => `You won't be able to sign in with “${name}”.`,
  removed: 'Passkey removed',
  removeFailed: "Couldn't remove the passkey",

  signIn: 'Sign in with a passkey',
  unlock: 'Unlock with a passkey',
  prove: 'Use a passkey',
  waiting: 'Waiting for your passkey...',
  signInFailed: 'Passkey sign-in failed. Please try again.',

  faults: {
    canceled: 'Passkey request canceled.',
    timedOut: 'The passkey request timed out. Please try again.',
    exists: 'This device already has a passkey for your account.',
    address: 'Passkeys don’t work at this address. Ask your administrator for the right one.',
    failed: "Your device couldn't use the passkey. Please try again.",
  } satisfies Record<PasskeyFaultKind, string>,
} as const
