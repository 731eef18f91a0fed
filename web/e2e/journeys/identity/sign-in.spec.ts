// Signing in with email and password.
import { expectBox } from '../../support/layout'
import { expect, test } from '../../support/test'

test('AUTH-01 the sign-in card has its parts, its tagline and its width', { tag: '@core' }, async ({
  auth,
  page,
}) => {
  await auth.openSignIn()
  await expect(page.getByRole('heading', { name: 'Ledgerline' })).toBeVisible()
  await expect(page.getByText('Music Studio Management Platform')).toBeVisible()
  await expect(auth.email).toBeVisible()
  await expect(auth.password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(auth.password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(auth.password).toHaveAttribute('type', 'password')
  await expect(page.getByText('or', { exact: true })).toBeVisible()
  await expect(page.getByText("Don't have an account?")).toBeVisible()
  await expectBox(auth.card, (box) => box.width === 420, 'the card of sign-in')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(auth.name).toBeFocused()
  await expectBox(auth.card, (box) => box.width === 520, 'the card of sign-up')
})

test('AUTH-03 sign-in says what is missing, puts the focus there, and forgets it on editing', {
  tag: '@core',
}, async ({ auth, page }) => {
  await auth.openSignIn()
  await auth.signInButton.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(auth.email).toBeFocused()
  await expect(auth.email).toHaveAttribute('aria-invalid', 'true')

  await auth.email.fill('maya@northline')
  await expect(page.getByText('Email is required')).toHaveCount(0)
  await expect(page.getByText('Password is required')).toBeVisible()

  await auth.password.fill('12345')
  await auth.signInButton.click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
})

test('AUTH-06 AUTH-08 AUTH-11 sign-in waits visibly, welcomes, and sends only what it has', {
  tag: '@core',
}, async ({ auth, account, page, shell }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let body: unknown
  await page.route('**/api/auth/login', async (route) => {
    body = route.request().postDataJSON()
    await held
    await route.continue()
  })
  await auth.openSignIn()
  await auth.signIn(account.email, account.password)
  const pending = page.getByRole('button', { name: 'Signing In...' })
  await expect(pending).toBeDisabled()
  release()
  await expect(shell.heading('Dashboard')).toBeVisible()
  await expect(shell.toast('Welcome back, Maya Okafor!')).toBeVisible()
  expect(body).toEqual({ email: account.email, password: account.password })
  await expect(page).toHaveURL(/\/$/)
})

test('AUTH-08 AUTH-13 a wrong password and an unknown email sound the same', async ({
  auth,
  account,
  page,
  shell,
}) => {
  await auth.openSignIn()
  await auth.signIn(account.email, 'not-the-password')
  await expect(shell.toast('Invalid email or password')).toBeVisible()
  // The message is also beside the form, until something is edited.
  const notice = page.getByRole('main').getByText('Invalid email or password')
  await expect(notice).toBeVisible()
  await auth.email.fill('nobody@northline.studio')
  await expect(notice).toHaveCount(0)
  await auth.signIn('nobody@northline.studio', account.password)
  await expect(shell.toast('Invalid email or password')).toBeVisible()
  await expect(auth.signInButton).toBeEnabled()
})

test('AUTH-08 a call that fails altogether is unexpected', async ({ auth, account, page, shell, allow }) => {
  allow(/ERR_FAILED/)
  await page.route('**/api/auth/login', (route) => route.abort())
  await auth.openSignIn()
  await auth.signIn(account.email, account.password)
  await expect(shell.toast('An unexpected error occurred. Please try again.')).toBeVisible()
})

test('AUTH-12 an answer without a sentence falls back to one', async ({
  auth,
  account,
  page,
  shell,
  allow,
}) => {
  allow(/status of 502/)
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await auth.openSignIn()
  await auth.signIn(account.email, account.password)
  await expect(shell.toast('Login failed. Please try again.')).toBeVisible()
})

test('AUTH-13 too many tries are told with the time to wait', { tag: '@core' }, async ({
  auth,
  page,
  request,
  strictUrl,
}) => {
  const { createAccount } = await import('../../support/account')
  const guarded = await createAccount(request, strictUrl)
  await auth.openSignIn(strictUrl)
  const notice = page.getByText(/Too many attempts\. Try again in \d+ (second|minute)s?\./)
  for (let attempt = 0; attempt < 30 && !(await notice.isVisible()); attempt += 1) {
    const answered = page.waitForResponse('**/api/auth/login')
    await auth.signIn(guarded.email, `wrong-password-${attempt}`)
    await answered
    await expect(auth.signInButton).toBeEnabled()
  }
  await expect(notice).toBeVisible()
})

test('SHELL-08 sign-in toasts stand at the bottom right, and the same one is not shown twice', async ({
  auth,
  account,
  page,
  shell,
}) => {
  await auth.openSignIn()
  const toast = shell.toast('Invalid email or password')
  await auth.signIn(account.email, 'wrong-password')
  await expect(toast).toHaveCount(1)
  await auth.signIn(account.email, 'wrong-password')
  await expect(auth.signInButton).toBeEnabled()
  await expect(toast).toHaveCount(1)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await expectBox(toast, (box) => box.x > width / 2 && box.y > height / 2, 'the toast at the bottom right')
})
