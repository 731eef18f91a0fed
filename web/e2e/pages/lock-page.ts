// The lock screen and the warning before it.
import { expect, type Page } from '@playwright/test'

export const TIMED_OUT = 'Session timed out due to inactivity. Please log in again.'

export class LockPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get heading() {
    return this.page.getByRole('heading', { name: 'Session locked' })
  }
  get email() {
    return this.page.getByLabel('Email', { exact: true })
  }
  get password() {
    return this.page.getByLabel('Password', { exact: true })
  }
  get unlockButton() {
    return this.page.getByRole('button', { name: 'Unlock', exact: true })
  }
  get code() {
    return this.page.getByLabel('Code', { exact: true })
  }
  get submitCode() {
    return this.page.getByRole('button', { name: 'Verify & Unlock' })
  }
  get extend() {
    return this.page.getByRole('button', { name: 'Extend Session' })
  }
  get dismiss() {
    return this.page.getByRole('button', { name: 'Dismiss' })
  }
  get countdown() {
    return this.page.getByRole('timer')
  }

  async isShown() {
    await expect(this.heading).toBeVisible()
    await expect(this.page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  }

  async unlock(password: string) {
    await this.password.fill(password)
    await this.unlockButton.click()
  }
}
