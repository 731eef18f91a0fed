// A forgotten password: requesting a link, following it from the mail, and links that are no longer valid.
import { call } from '../../support/account'
import { linkIn, waitForMail } from '../../support/outbox'
import { expect, test } from '../../support/test'

const NEW_PASSWORD = 'Lighthouse-42'

test('AUTH-15 a link from the mail sets a new password, once, and ends every session', {
  tag: '@core',
}, async ({ account, auth, baseURL, expectAccessible, page, request, shell }) => {
  test.slow()
  const url = baseURL ?? ''
  await auth.openSignIn()
  await auth.email.fill(account.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expect(auth.email).toBeFocused()
  await expect(auth.email).toHaveValue(account.email)
  await expect(page).toHaveTitle('Forgot your password? · Ledgerline')
  await auth.email.fill('maya')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expectAccessible()
  await auth.email.fill(account.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(`If ${account.email} has an account`)).toBeVisible()
  await expectAccessible()

  const link = linkIn(await waitForMail(url, account.email, 'Reset your password'))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  // A reload stays on this page, though the token is no longer in the address.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const password = page.getByLabel('New password', { exact: true })
  const confirm = page.getByLabel('Confirm new password', { exact: true })
  const save = page.getByRole('button', { name: 'Set New Password' })
  await expect(password).toBeFocused()
  await password.fill('lighthouse')
  await confirm.fill('lightship')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(save).toBeDisabled()
  await expectAccessible()
  await password.fill(NEW_PASSWORD)
  await confirm.fill(NEW_PASSWORD)
  await save.click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await expectAccessible()
  expect((await call(request, url, account.token, 'GET', '/auth/me')).status()).toBe(401)
  await waitForMail(url, account.email, 'Your password was changed')

  await page.getByRole('button', { name: 'Go to Sign In' }).click()
  await auth.signIn(account.email, NEW_PASSWORD)
  await expect(shell.heading('Dashboard')).toBeVisible()

  // The link was used, whoever is signed in; the page offers a new one.
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expectAccessible()
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await auth.email.fill(account.email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await waitForMail(url, account.email, 'Reset your password', 2)
})

test('AUTH-15 AUTH-13 a check that fails can be repeated, and asking too often is told with the wait', async ({
  allow,
  auth,
  page,
  strictUrl,
}) => {
  allow(/ERR_FAILED/)
  await page.route('**/api/auth/reset-password/check', (route) => route.abort(), { times: 1 })
  await page.goto('/login?reset=nonsense')
  await expect(page.getByText("We couldn't check your link.")).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(auth.signInButton).toBeVisible()

  await auth.openSignIn(strictUrl)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await auth.email.fill(`nobody.${Date.now()}@northline.studio`)
  const notice = page.getByText(/Too many attempts\. Try again in \d+ minutes?\./)
  const send = page.getByRole('button', { name: 'Send Link' })
  const again = page.getByRole('button', { name: 'Send another link' })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await send.click()
    await again.click()
    await expect(send).toBeVisible()
  }
  await send.click()
  await expect(notice).toBeVisible()
})
