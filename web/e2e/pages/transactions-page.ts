// The transaction history with its search, filters, rows and dialogs.
import type { Page } from '@playwright/test'

export class TransactionsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get back() {
    return this.page.getByRole('button', { name: 'Back' })
  }
  get search() {
    return this.page.getByRole('searchbox', { name: 'Search transactions' })
  }
  get filters() {
    return this.page.getByRole('button', { name: /^Filters/ })
  }
  get add() {
    return this.page.getByRole('main').getByRole('button', { name: 'Add transaction' }).first()
  }
  get table() {
    return this.page.getByRole('table', { name: 'Transaction History' })
  }
  get rows() {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('cell') })
  }
  get dialog() {
    return this.page.getByRole('dialog')
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
}
