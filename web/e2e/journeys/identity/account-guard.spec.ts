// Protection of an account: confirming the email address, confirming the identity, and guessed passwords.
import { call, createAccount, freshEmail, PASSWORD } from '../../support/account'
import { linkIn, waitForMail } from '../../support/outbox'
import { MAILING_URL } from '../../support/servers'
import { expect, test } from '../../support/test'

test.describe('with a mail server', () => {
  test.use({
    baseURL: async ({}, use) => {
      await use(process.env[MAILING_URL] ?? '')
    },
  })

  test('GUARD-04 a new account is asked to confirm its address, by a link that works once', {
    tag: '@core',
  }, async ({ auth, baseURL, expectAccessible, page, shell }) => {
    const url = baseURL ?? ''
    const email = freshEmail()
    await auth.openSignUp()
    await auth.fillSignUp({ name: 'Maya Okafor', email, password: PASSWORD, confirm: PASSWORD })
    await auth.role.selectOption('Music Producer')
    await auth.createButton.click()
    await shell.isShown()
    const line = page
      .getByRole('status')
      .filter({ hasText: `Confirm your email. We sent a link to ${email}.` })
    await expect(line).toBeVisible()
    await expectAccessible()
    await line.getByRole('button', { name: 'Send again' }).click()
    await expect(shell.toast(`A new link is on its way to ${email}`)).toBeVisible()

    const old = linkIn(await waitForMail(url, email, 'Confirm your email address'))
    const link = linkIn(await waitForMail(url, email, 'Confirm your email address', 2))
    expect(link).toMatch(/^\/login#confirm=/)
    const other = await page.context().newPage()
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
    await expect(other).toHaveURL(/\/login$/)
    // Opening the page has changed nothing.
    await expect(line).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Confirm email' }).click()
    await expect(other.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
    // The open page is updated by the event stream.
    await expect(line).toHaveCount(0)
    await other.getByRole('button', { name: 'Continue to Ledgerline' }).click()
    await expect(other).toHaveURL(`${url}/`)

    await other.goto('about:blank')
    await other.goto(old)
    await other.getByRole('button', { name: 'Confirm email' }).click()
    await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })

  test('GUARD-04 a changed address waits for its confirmation', async ({
    baseURL,
    page,
    profile,
    request,
    shell,
  }) => {
    const url = baseURL ?? ''
    const account = await createAccount(request, url)
    const confirm = linkIn(await waitForMail(url, account.email, 'Confirm your email address'))
    await call(request, url, account.token, 'POST', '/auth/confirm-email', { token: tokenOf(confirm) })
    await page.goto('/favicon.svg')
    await page.evaluate((token) => localStorage.setItem('ledgerline.token', token), account.token)
    await page.goto('/profile')
    await shell.isShown()
    const moved = freshEmail()
    await profile.startEditing()
    await profile.field('Email').fill(moved)
    await profile.saveWith(PASSWORD)
    await expect(page.getByText(`Waiting for you to confirm ${moved}`)).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: account.email })).toBeVisible()
    const link = linkIn(await waitForMail(url, moved, 'Confirm your email address'))
    await call(request, url, account.token, 'POST', '/auth/confirm-email', { token: tokenOf(link) })
    await expect(page.getByText(moved, { exact: true })).toBeVisible()
    await expect(page.getByText(`Waiting for you to confirm ${moved}`)).toHaveCount(0)
  })
})

test('GUARD-05 a change that wants a fresh proof asks for the password and goes on', {
  tag: '@core',
}, async ({ enter, expectAccessible, page, settings, shell }) => {
  await enter('/settings')
  // The sign-in is recent, so the refusal that comes after ten minutes is simulated until the password is confirmed.
  let isProved = false
  page.on('response', (response) => {
    if (response.url().endsWith('/verify-password') && response.ok()) isProved = true
  })
  await page.route('**/api/users/settings', async (route) => {
    if (route.request().method() !== 'PUT' || isProved) return route.continue()
    const error = "Confirm it's you to continue."
    await route.fulfill({ status: 403, json: { success: false, error, requiresProof: true } })
  })
  const alerts = settings.switch('Login alerts')
  await expect(alerts).toHaveAttribute('aria-checked', 'true')
  await alerts.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(shell.toast("Confirm it's you to continue.")).toBeVisible()
  await expect(alerts).toHaveAttribute('aria-checked', 'true')

  await alerts.click()
  await dialog.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(alerts).toHaveAttribute('aria-checked', 'false')
  await page.reload()
  await expect(alerts).toHaveAttribute('aria-checked', 'false')
})

test('GUARD-05 the dialog stands over another, and cancelling keeps what was typed', async ({
  enter,
  page,
  settings,
}) => {
  await enter('/settings')
  await page.route('**/api/security/2fa/enable', async (route) => {
    const error = "Confirm it's you to continue."
    await route.fulfill({ status: 403, json: { success: false, error, requiresProof: true } })
  })
  await settings.setUpTwoFactor.click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Enable' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill('half a pass')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Set Up Two-Factor Authentication' })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('123456')
})

test('GUARD-09 a common password is refused beside its field', async ({ auth, page }) => {
  await auth.openSignUp()
  await auth.fillSignUp({
    name: 'Maya Okafor',
    email: freshEmail(),
    password: 'sunshine1',
    confirm: 'sunshine1',
  })
  await auth.role.selectOption('DJ')
  await auth.createButton.click()
  const sentence = 'This password is one of the most common. Please choose another'
  await expect(auth.password).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(auth.password).toHaveValue('sunshine1')
  await auth.password.fill('northline')
  await expect(page.getByText(sentence, { exact: true })).toHaveCount(0)
})

test('GUARD-07 the link to a new password has its token in the fragment, and an old one still works', async ({
  account,
  baseURL,
  page,
  request,
}) => {
  const url = baseURL ?? ''
  await request.post(`${url}/api/auth/forgot-password`, { data: { email: account.email } })
  const link = linkIn(await waitForMail(url, account.email, 'Reset your password'))
  expect(link).toMatch(/^\/login#reset=/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/login`)
  await page.goto('about:blank')
  await page.goto(link.replace('#', '?'))
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(`${url}/login`)
})

function tokenOf(link: string): string {
  return link.split('=')[1] ?? ''
}
