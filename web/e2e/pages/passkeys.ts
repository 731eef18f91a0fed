// A device with passkeys, as Chromium simulates one, and the screens that use it. Browsers allow no passkeys on an IP
// address, so these journeys open the server as localhost.
import type { CDPSession, Page } from '@playwright/test'

type Device = {
  passkeys: () => Promise<{ credentialId: string; userHandle?: string; signCount: number }[]>
  /** Sets whether the device recognizes its user by fingerprint or PIN. */
  recognizesUser: (recognizes: boolean) => Promise<void>
  /** Sets whether the device answers a request as soon as it arrives. */
  answersByItself: (answers: boolean) => Promise<void>
}

export async function plugInDevice(page: Page): Promise<Device> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    passkeys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    recognizesUser: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    answersByItself: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

export class PasskeysDialog {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: 'Passkeys' })
  }
  get addButton() {
    return this.dialog.getByRole('button', { name: 'Add a Passkey' })
  }
  get nameDialog() {
    return this.page.getByRole('dialog', { name: /^(Name Your|Rename) Passkey$/ })
  }
  get name() {
    return this.nameDialog.getByLabel('Name', { exact: true })
  }
  get save() {
    return this.nameDialog.getByRole('button', { name: 'Save' })
  }

  row(name: string) {
    return this.dialog.getByRole('listitem').filter({ hasText: name })
  }

  /** Opens the passkeys dialog from the settings, whether or not there is a passkey already. */
  async open() {
    const row = this.page.getByRole('listitem').filter({ hasText: 'Passkeys' })
    await row.getByRole('button', { name: /^(Add|Manage)$/ }).click()
    await this.dialog.waitFor()
  }

  async add(name: string) {
    await this.addButton.click()
    await this.name.fill(name)
    await this.save.click()
    await this.nameDialog.waitFor({ state: 'detached' })
  }

  async close() {
    await this.dialog.getByRole('button', { name: 'Close' }).first().click()
    await this.dialog.waitFor({ state: 'detached' })
  }
}
