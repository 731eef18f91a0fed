// The media library with its search, filter, uploads, rows and edit dialog.
import type { Page } from '@playwright/test'

export class LibraryPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get search() {
    return this.page.getByRole('searchbox', { name: 'Search media' })
  }
  get filter() {
    return this.page.getByRole('button', { name: /^Filter/ })
  }
  get upload() {
    return this.page.getByRole('button', { name: /^Upload(ing\.\.\.| Media)$/ }).first()
  }
  get picker() {
    return this.page.locator('input[type=file]')
  }
  get uploads() {
    return this.page.getByRole('region', { name: 'Uploads' })
  }
  get table() {
    return this.page.getByRole('table', { name: 'Beat Library' })
  }
  get rows() {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('cell') })
  }
  get dialog() {
    return this.page.getByRole('dialog', { name: 'Edit track' })
  }
  get question() {
    return this.page.getByRole('alertdialog')
  }

  row(title: string) {
    return this.rows.filter({ hasText: title })
  }

  /** Picks an entry of the row's menu. */
  async chooseAction(title: string, entry: string) {
    await this.page.getByRole('button', { name: `Actions for ${title}` }).click()
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click()
  }

  check(title: string) {
    return this.page.getByRole('checkbox', { name: `Select ${title}` })
  }
  get bulk() {
    return this.page.getByRole('toolbar', { name: 'Actions for the selected tracks' })
  }

  play(title: string) {
    return this.page.getByRole('button', { name: `Play ${title}` })
  }
}
