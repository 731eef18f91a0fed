// Creating an account.

import { freshEmail, PASSWORD } from '../../support/account'
import { keptToken } from '../../support/session'
import { expect, test } from '../../support/test'

test('AUTH-02 the switcher starts on sign-up, has all its parts, and toggles to login', {
  tag: '@core',
}, async ({ auth, page }) => {
  await auth.openSignUp()
  for (const field of [auth.name, auth.email, auth.role, auth.password, auth.confirmPassword, auth.meter]) {
    await expect(field).toBeVisible()
  }
  await expect(auth.role.locator('option:not([disabled])')).toHaveText([
    'Music Producer',
    'Beat Maker',
    'Sound Engineer',
    'Artist',
    'DJ',
    'Composer',
    'Studio Manager',
    'Other',
  ])
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
  await expect(page).toHaveTitle('Create Account · Ledgerline')
  await expect(page.getByRole('button', { name: 'Show confirm password' })).toBeVisible()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(auth.password).toHaveAttribute('type', 'text')
  await expect(auth.confirmPassword).toHaveAttribute('type', 'password')

  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(auth.createButton).toBeVisible()
  await expect(auth.name).toHaveCount(0)
  await expect(auth.email).toBeFocused()
  await expect(page).toHaveTitle('Sign In · Ledgerline')
})

test('AUTH-04 sign-up says what is wrong with each field, in one go', async ({ auth, page }) => {
  await auth.openSignUp()
  const card = await auth.card.boundingBox()
  await auth.createButton.click()
  for (const text of [
    'Full name is required',
    'Email is required',
    'Please select your role',
    'Password is required',
    'Please confirm your password',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(auth.name).toBeFocused()
  await expect.poll(() => auth.card.boundingBox(), 'the card does not move').toEqual(card)

  await auth.fillSignUp({ name: 'M', email: 'maya@northline', password: '12345', confirm: '12346' })
  await auth.createButton.click()
  for (const text of [
    'Name must be at least 2 characters',
    'Please enter a valid email',
    'Please select your role',
    'Password must be at least 6 characters',
    'Passwords do not match',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect.poll(() => auth.card.boundingBox(), 'the card does not move').toEqual(card)
  await auth.role.selectOption('DJ')
  await expect(page.getByText('Please select your role')).toHaveCount(0)
})

test('AUTH-05 the meter shows weak 33, medium 66 and strong 100 percent', async ({ auth }) => {
  await auth.openSignUp()
  for (const [password, percent, word] of [
    ['abcde', '33', 'Weak'],
    ['abcdef', '66', 'Medium'],
    ['abcdefgh', '66', 'Medium'],
    ['Abcdefg1', '100', 'Strong'],
  ] as const) {
    await auth.password.fill(password)
    await expect(auth.meter).toHaveAttribute('aria-valuenow', percent)
    await expect(auth.meter).toHaveAttribute('aria-valuetext', word)
  }
})

test('AUTH-06 AUTH-08 AUTH-09 AUTH-11 sign-up waits visibly, creates the account and enters', {
  tag: '@core',
}, async ({ auth, page, shell }) => {
  let body: unknown
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/auth/signup', async (route) => {
    body = route.request().postDataJSON()
    await held
    await route.continue()
  })
  const email = freshEmail()
  await auth.openSignUp()
  await auth.fillSignUp({
    name: 'Maya Okafor',
    email,
    role: 'Beat Maker',
    password: PASSWORD,
    confirm: PASSWORD,
  })
  await auth.createButton.click()
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
  release()
  await expect(shell.heading('Dashboard')).toBeVisible()
  await expect(shell.toast('Welcome to Ledgerline, Maya Okafor! Your account was created.')).toBeVisible()
  expect(body).toEqual({
    name: 'Maya Okafor',
    email,
    role: 'Beat Maker',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    timeZone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  })
  await expect.poll(() => keptToken(page)).toBeTruthy()
})

test('AUTH-08 an email that is taken is told', async ({ auth, account, shell }) => {
  await auth.openSignUp()
  await auth.fillSignUp({
    name: 'Someone Else',
    email: account.email,
    role: 'DJ',
    password: PASSWORD,
    confirm: PASSWORD,
  })
  await auth.createButton.click()
  await expect(shell.toast('An account with this email already exists')).toBeVisible()
  await expect(auth.createButton).toBeEnabled()
})
