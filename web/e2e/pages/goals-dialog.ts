// The goals modal with its two tabs.
import type { Page } from '@playwright/test'

export class GoalsDialog {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get open() {
    return this.page
      .getByRole('navigation', { name: 'Quick actions' })
      .getByRole('button', { name: 'Set Goal' })
  }
  get dialog() {
    return this.page.getByRole('dialog', { name: 'Goals' })
  }
  get rows() {
    return this.dialog.getByRole('list', { name: 'My Goals' }).getByRole('listitem')
  }
  get category() {
    return this.dialog.getByRole('combobox', { name: 'Category' })
  }
  get create() {
    return this.dialog.getByRole('button', { name: 'Create Goal' })
  }

  tab(name: 'My Goals' | 'Create Goal') {
    return this.dialog.getByRole('tab', { name })
  }
  row(title: string) {
    return this.rows.filter({ hasText: title })
  }
  bar(title: string) {
    return this.dialog.getByRole('progressbar', { name: `Progress of ${title}` })
  }
  field(name: 'Title' | 'Target amount' | 'Target date' | 'Description') {
    return this.dialog.getByLabel(name, { exact: true })
  }
  amountFor(title: string) {
    return this.dialog.getByRole('textbox', { name: `Amount to add to ${title}` })
  }

  async addProgress(title: string, amount: string) {
    await this.dialog.getByRole('button', { name: `Add progress to ${title}` }).click()
    await this.amountFor(title).fill(amount)
    await this.dialog.getByRole('button', { name: 'Add', exact: true }).click()
  }
}
