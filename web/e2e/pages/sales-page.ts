// The sales history with its search, filter, rows and dialogs.
import type { Page } from '@playwright/test'

export class SalesPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get search() {
    return this.page.getByRole('searchbox', { name: 'Search sales' })
  }
  get filter() {
    return this.page.getByRole('main').getByRole('button', { name: /^Filter/ })
  }
  get record() {
    return this.page.getByRole('main').getByRole('button', { name: 'Record Sale' }).first()
  }
  get table() {
    return this.page.getByRole('table', { name: 'Sales History' })
  }
  get rows() {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('cell') })
  }
  get dialog() {
    return this.page.getByRole('dialog')
  }
  get question() {
    return this.page.getByRole('alertdialog')
  }
  get beat() {
    return this.dialog.getByRole('combobox', { name: 'Beat or title', exact: true })
  }
  get client() {
    return this.dialog.getByRole('combobox', { name: 'Client', exact: true })
  }

  row(title: string) {
    return this.rows.filter({ hasText: title })
  }

  tick(name: string) {
    return this.page.getByRole('checkbox', { name, exact: true })
  }

  field(name: string) {
    return this.dialog.getByRole('textbox', { name, exact: true })
  }

  choice(name: string) {
    return this.dialog.getByRole('combobox', { name, exact: true })
  }

  submit(name: string) {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** The clients that are suggested while a name is typed. */
  get clientSuggestions() {
    return this.page.getByRole('listbox', { name: 'Your clients' }).getByRole('option')
  }

  /** The beats that are suggested while a title is typed. */
  get beatSuggestions() {
    return this.page.getByRole('listbox', { name: 'Your library' }).getByRole('option')
  }

  clientSuggestion(name: string) {
    return this.clientSuggestions.filter({ hasText: name })
  }

  async chooseAction(title: string, action: 'View sale' | 'Download receipt' | 'Edit' | 'Refund' | 'Delete') {
    await this.row(title)
      .getByRole('button', { name: `Actions for ${title}` })
      .click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }
}
