// The frame around the screens.
import { expect, type Page } from '@playwright/test'

export class Shell {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get sidebar() {
    return this.page.getByRole('navigation', { name: 'Main' })
  }
  get search() {
    return this.page.getByPlaceholder('Search beats, clients, sales...')
  }
  /** The side rail at the right. */
  get rail() {
    return this.page.getByRole('complementary', { name: 'Studio' })
  }
  get userMenu() {
    return this.page.getByRole('banner').getByRole('button', { name: /,/ })
  }

  heading(name: string) {
    return this.page.getByRole('heading', { level: 1, name })
  }

  toast(text: string) {
    return this.page.getByRole('region', { name: /^Messages/ }).getByText(text, { exact: true })
  }

  /** Closes a message, which may cover what the journey clicks next. */
  async closeToast(text: string) {
    const messages = this.page.getByRole('region', { name: /^Messages/ }).getByRole('group')
    await messages.filter({ hasText: text }).getByRole('button', { name: 'Close' }).click()
    await expect(this.toast(text)).toHaveCount(0)
  }

  /** Closes a filled form with Escape, and answers the question about it. */
  async discard() {
    await this.page.keyboard.press('Escape')
    const question = this.page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Discard' }).click()
  }

  async isShown() {
    await expect(this.page.getByRole('banner')).toBeVisible()
  }

  async signOut() {
    await this.userMenu.click()
    await this.page.getByRole('menuitem', { name: 'Sign Out' }).click()
  }
}
