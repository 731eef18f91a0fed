// Payment cards: the page, the form, and the PIN before a card's details.
import { expect, type Page } from '@playwright/test'

export class CardsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get main() {
    return this.page.getByRole('main')
  }
  get back() {
    return this.page.getByRole('button', { name: 'Back' })
  }
  get search() {
    return this.page.getByRole('searchbox', { name: 'Search cards' })
  }
  get filter() {
    return this.main.getByRole('button', { name: /^Filter: / })
  }
  get add() {
    return this.main.getByRole('button', { name: 'Add Card' }).first()
  }
  get tiles() {
    return this.main.getByRole('list', { name: 'Payment Cards' }).getByRole('listitem')
  }
  get dialog() {
    return this.page.getByRole('dialog')
  }
  get question() {
    return this.page.getByRole('alertdialog')
  }

  /** The button of a masked card. */
  maskedCard(name: string) {
    return this.main.getByRole('button', { name: `${name}, show details` })
  }
  /** The button of a card that shows its details. */
  revealedCard(number: string) {
    return this.main.getByRole('button', { name: new RegExp(`${number}.*hide details$`) })
  }
  field(name: string) {
    return this.dialog.getByRole('textbox', { name, exact: true })
  }
  submit(name: string) {
    return this.dialog.getByRole('button', { name, exact: true })
  }
  pin(name = 'PIN') {
    return this.dialog.getByLabel(name, { exact: true })
  }

  async chooseAction(card: string, action: 'Edit' | 'Make default' | 'Delete') {
    await this.page.getByRole('button', { name: `Actions for ${card}` }).click()
    await this.page.getByRole('menuitem', { name: action }).click()
  }

  async enterPin(pin: string) {
    await this.pin().fill(pin)
    await this.submit('Show details').click()
  }

  async setPin(pin: string, password: string, button = 'Set PIN and show') {
    await this.pin('New PIN').fill(pin)
    await this.pin('Repeat PIN').fill(pin)
    await this.pin('Current password').fill(password)
    await this.submit(button).click()
  }

  async fill(card: { number: string; holder: string; expiry: string; cvv: string; nickname?: string }) {
    await this.field('Card number').fill(card.number)
    await this.field('Card holder').fill(card.holder)
    await this.field('Expiry date').fill(card.expiry)
    await this.field('CVV').fill(card.cvv)
    await this.field('Nickname').fill(card.nickname ?? '')
  }

  async closed() {
    await expect(this.dialog).toHaveCount(0)
  }
}
