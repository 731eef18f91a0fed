// The operator's settings as users see them: sign-up by invitation only, a disabled account, and storage limits.
import { freshEmail, PASSWORD } from '../../support/account'
import { operator } from '../../support/servers'
import { expect, test } from '../../support/test'

test('GUARD-06 where sign-up is closed, no screen offers it', async ({
  auth,
  page,
  invitedUrl,
  expectAccessible,
}) => {
  await page.goto(`${invitedUrl}/`)
  await expect(auth.signInButton).toBeVisible()
  await expect(auth.createButton).toHaveCount(0)
  await page.goto(`${invitedUrl}/login`)
  await expect(auth.signInButton).toBeVisible()
  await expect(page.getByText("Don't have an account?")).toHaveCount(0)
  await expectAccessible()
})

test('GUARD-06 an invitation opens an account for the invited address, once', { tag: '@core' }, async ({
  auth,
  page,
  shell,
  invitedUrl,
  expectAccessible,
}) => {
  const email = freshEmail()
  const told = await operator(invitedUrl, 'invite', email, '--public-url', invitedUrl)
  const link = told.split('\n').find((line) => line.startsWith(invitedUrl)) ?? ''
  await page.goto(link)
  await expect(auth.email).toHaveValue(email)
  await expect(auth.email).not.toBeEditable()
  expect(page.url()).toBe(`${invitedUrl}/login`)
  await expectAccessible()
  await auth.fillSignUp({ name: 'Ada Lind', role: 'DJ', password: PASSWORD, confirm: PASSWORD })
  await auth.createButton.click()
  await shell.isShown()

  await page.evaluate(() => localStorage.clear())
  // Leaves the page first: a change of the fragment alone would not reload it.
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText('This invitation has expired or has already been used')).toBeVisible()
  await expect(auth.createButton).toHaveCount(0)
})

test('GUARD-06 a disabled account is told so, and only with the right password', async ({
  account,
  auth,
  baseURL,
  page,
}) => {
  await operator(baseURL ?? '', 'disable', account.email)
  await auth.openSignIn()
  await auth.signIn(account.email, 'Wrong-horse-77')
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await auth.signIn(account.email, account.password)
  await expect(page.getByText('This account has been disabled').first()).toBeVisible()
})

test('GUARD-06 the settings tell how much storage is used and left', async ({
  enter,
  page,
  expectAccessible,
}) => {
  await enter('/settings')
  await expect(page.getByRole('progressbar', { name: 'Storage used' })).toHaveAttribute('aria-valuenow', '0')
  await expect(page.getByText('0 Bytes of 100.00 GB used, 100.00 GB left')).toBeVisible()
  await expectAccessible()
})
