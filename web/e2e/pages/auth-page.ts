// Page object of sign-in, the code step and sign-up.
import { expect, type Page } from '@playwright/test'

export class AuthPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get email() {
    return this.page.getByLabel('Email', { exact: true })
  }
  get password() {
    return this.page.getByLabel('Password', { exact: true })
  }
  get confirmPassword() {
    return this.page.getByLabel('Confirm password', { exact: true })
  }
  get name() {
    return this.page.getByLabel('Full name', { exact: true })
  }
  get role() {
    return this.page.getByLabel('Role', { exact: true })
  }
  get meter() {
    return this.page.getByRole('meter', { name: 'Password strength' })
  }
  get signInButton() {
    return this.page.getByRole('button', { name: 'Sign In', exact: true })
  }
  get createButton() {
    return this.page.getByRole('button', { name: 'Create Account', exact: true })
  }
  get code() {
    return this.page.getByLabel('Code', { exact: true })
  }
  get verifyButton() {
    return this.page.getByRole('button', { name: 'Verify & Sign In' })
  }
  get card() {
    return this.page.locator('main > div').filter({ has: this.page.getByRole('heading', { level: 1 }) })
  }

  async openSignIn(url = '') {
    await this.page.goto(`${url}/login`)
    await expect(this.signInButton).toBeVisible()
  }

  async openSignUp(url = '') {
    await this.page.goto(`${url}/`)
    await expect(this.createButton).toBeVisible()
  }

  async signIn(email: string, password: string) {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.signInButton.click()
  }

  async fillSignUp(values: {
    name?: string
    email?: string
    role?: string
    password?: string
    confirm?: string
  }) {
    if (values.name !== undefined) await this.name.fill(values.name)
    if (values.email !== undefined) await this.email.fill(values.email)
    if (values.role !== undefined) await this.role.selectOption(values.role)
    if (values.password !== undefined) await this.password.fill(values.password)
    if (values.confirm !== undefined) await this.confirmPassword.fill(values.confirm)
  }
}
