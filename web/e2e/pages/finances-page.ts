// Finances: the wallet, the accounts, the newest transactions, and the wallet's two dialogs.
import { expect, type Page } from '@playwright/test'

export class FinancesPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get quickActions() {
    return this.page.getByRole('navigation', { name: 'Quick actions' })
  }
  get deposit() {
    return this.page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true })
  }
  get withdraw() {
    return this.page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true })
  }
  get pay() {
    return this.page.getByRole('link', { name: 'Pay', exact: true })
  }
  get balance() {
    return this.page.getByRole('main').getByRole('definition').first()
  }
  get accounts() {
    return this.page.getByRole('region', { name: 'Accounts' }).getByRole('listitem')
  }
  get recent() {
    return this.page.getByRole('table', { name: 'Recent Transactions' })
  }
  get recentRows() {
    return this.recent.getByRole('row').filter({ has: this.page.getByRole('cell') })
  }
  get viewAll() {
    return this.page.getByRole('link', { name: 'View All' })
  }
  get dialog() {
    return this.page.getByRole('dialog')
  }
  get amount() {
    return this.dialog.getByRole('textbox', { name: 'Amount in US dollars' })
  }
  get note() {
    return this.dialog.getByRole('textbox', { name: 'Note' })
  }

  submit(name: 'Deposit' | 'Withdraw') {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** Deposits or withdraws money, from opening the dialog to its closing. */
  async moveMoney(name: 'Deposit' | 'Withdraw', amount: string, note = '') {
    await (name === 'Deposit' ? this.deposit : this.withdraw).click()
    await this.amount.fill(amount)
    await this.note.fill(note)
    await this.submit(name).click()
    await expect(this.dialog).toHaveCount(0)
  }
}
