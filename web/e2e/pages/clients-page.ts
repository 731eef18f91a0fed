// Clients: the grid, one client's view, and the dialogs.
import type { Page } from '@playwright/test'

export class ClientsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get search() {
    return this.page.getByRole('searchbox', { name: 'Search clients' })
  }
  get filter() {
    return this.page.getByRole('main').getByRole('button', { name: /^Filter/ })
  }
  get add() {
    return this.page.getByRole('main').getByRole('button', { name: 'Add Client' }).first()
  }
  get cards() {
    return this.page.getByRole('article')
  }
  get dialog() {
    return this.page.getByRole('dialog')
  }
  get question() {
    return this.page.getByRole('alertdialog')
  }
  get history() {
    return this.page.getByRole('table', { name: /^Sales and payments of/ })
  }
  get historyRows() {
    return this.history.getByRole('row').filter({ has: this.page.getByRole('cell') })
  }

  card(name: string) {
    return this.page.getByRole('article', { name, exact: true })
  }

  tick(name: string) {
    return this.page.getByRole('checkbox', { name, exact: true })
  }

  field(name: string) {
    return this.dialog.getByRole('textbox', { name, exact: true })
  }

  choice(name: string) {
    return this.page.getByRole('combobox', { name, exact: true })
  }

  submit(name: string) {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** A figure of the client's view. */
  figure(name: string) {
    return this.page
      .getByRole('main')
      .locator('div:has(> dt)')
      .filter({ has: this.page.locator('dt', { hasText: name }) })
      .first()
  }

  async chooseAction(name: string, action: 'View client' | 'Edit' | 'Delete') {
    await this.card(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }
}
