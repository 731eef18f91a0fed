// The producer profile and its dialogs.
import { expect, type Page } from '@playwright/test'

export class ProfilePage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get edit() {
    return this.page.getByRole('button', { name: 'Edit Profile' })
  }
  get save() {
    return this.page.getByRole('button', { name: 'Save Changes' })
  }
  get cancel() {
    return this.page.getByRole('main').getByRole('button', { name: 'Cancel' })
  }
  get changePassword() {
    return this.page.getByRole('main').getByRole('button', { name: 'Change Password' })
  }
  get dialog() {
    return this.page.getByRole('dialog')
  }
  get currentPassword() {
    return this.dialog.getByLabel('Current password', { exact: true })
  }
  get confirm() {
    return this.dialog.getByRole('button', { name: 'Confirm', exact: true })
  }

  field(label: string) {
    return this.page.getByRole('main').getByLabel(label, { exact: true })
  }

  async startEditing() {
    await this.edit.click()
    await expect(this.save).toBeVisible()
  }

  async saveWith(password: string) {
    await this.save.click()
    await this.currentPassword.fill(password)
    await this.confirm.click()
  }
}
