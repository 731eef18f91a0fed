// The account settings and their dialogs.
import type { Page } from '@playwright/test'

export class SettingsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get dialog() {
    return this.page.getByRole('dialog')
  }
  get sessionTimeout() {
    return this.page.getByRole('combobox', { name: 'Session timeout' })
  }
  get setUpTwoFactor() {
    return this.page.getByRole('button', { name: 'Set Up' })
  }

  switch(name: string) {
    return this.page.getByRole('switch', { name, exact: true })
  }
}
