// The dashboard and the analytics: figures, charts and panels by their names.
import type { Page } from '@playwright/test'

export class FiguresPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get main() {
    return this.page.getByRole('main')
  }
  get picker() {
    return this.main.locator('input[type=file]')
  }

  /** A figure with its name and its change. */
  stat(name: string) {
    return this.main
      .locator('dl')
      .filter({ has: this.page.getByRole('term').filter({ hasText: new RegExp(`^${name}`) }) })
  }

  panel(name: string) {
    return this.main.getByRole('region', { name, exact: true })
  }

  chart(name: string) {
    return this.main.getByRole('slider', { name, exact: true })
  }

  choice(name: string) {
    return this.main.getByRole('button', { name, exact: true })
  }

  /** Saves a chart and returns the file. */
  async save(chart: string, as: 'image' | 'CSV') {
    await this.main.getByRole('button', { name: `Save ${chart}` }).click()
    const download = this.page.waitForEvent('download')
    await this.page.getByRole('menuitem', { name: `Save as ${as}` }).click()
    return download
  }
}
