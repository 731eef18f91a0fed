// Changing the password in its two steps.
import { call } from '../../support/account'
import { expect, test } from '../../support/test'

const NEXT = 'Lighthouse-88'

test('PROF-03 PROF-04 verify, choose, confirm; other sessions end and this one stays', {
  tag: '@core',
}, async ({ account, auth, baseURL, enter, page, profile, request, shell }) => {
  const other = await request.post(`${baseURL}/api/auth/login`, {
    data: { email: account.email, password: account.password },
  })
  const { token: otherToken } = await other.json()
  await enter('/profile')
  await profile.changePassword.click()
  const next = profile.dialog.getByRole('button', { name: 'Continue' })
  await expect(next).toBeDisabled()
  await profile.currentPassword.fill('wrong-password')
  await next.click()
  await expect(profile.dialog.getByText('Current password is incorrect')).toBeVisible()
  await expect(profile.currentPassword).toHaveValue('')
  await expect(profile.currentPassword).toBeFocused()
  await profile.currentPassword.fill(account.password)
  await next.click()

  const fresh = profile.dialog.getByLabel('New password', { exact: true })
  const again = profile.dialog.getByLabel('Confirm new password', { exact: true })
  const submit = profile.dialog.getByRole('button', { name: 'Change Password' })
  await expect(fresh).toBeFocused()
  await expect(submit).toBeDisabled()
  await fresh.fill('abcdefgh')
  await again.fill('abcdefgh')
  await expect(submit).toBeDisabled()
  await fresh.fill('Abc1$')
  await again.fill('Abc1$')
  await expect(submit).toBeDisabled()
  await fresh.fill(NEXT)
  await again.fill('Lighthouse-89')
  await expect(profile.dialog.getByText('Passwords do not match')).toBeVisible()
  await expect(submit).toBeDisabled()
  await again.fill(NEXT)
  await expect(profile.dialog.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Strong')
  await expect(profile.dialog.getByRole('img', { name: 'met', exact: true })).toHaveCount(5)
  await submit.click()
  await expect(
    shell.toast('Password changed successfully! Please log in again with your new password.'),
  ).toBeVisible()
  await expect(profile.dialog).toHaveCount(0)
  expect((await call(request, baseURL ?? '', otherToken, 'GET', '/auth/me')).status()).toBe(401)
  expect((await call(request, baseURL ?? '', account.token, 'GET', '/auth/me')).status()).toBe(200)

  await shell.signOut()
  await auth.signIn(account.email, account.password)
  await expect(shell.toast('Invalid email or password')).toBeVisible()
  await auth.signIn(account.email, NEXT)
  await expect(page.getByRole('banner')).toBeVisible()
})

test('PROF-03 Back returns to the first step, and closing forgets everything', async ({
  account,
  enter,
  page,
  profile,
}) => {
  await enter('/profile')
  await profile.changePassword.click()
  await profile.currentPassword.fill(account.password)
  await profile.dialog.getByRole('button', { name: 'Continue' }).click()
  await profile.dialog.getByLabel('New password', { exact: true }).fill(NEXT)
  await profile.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(profile.currentPassword).toHaveValue('')

  await profile.currentPassword.fill(account.password)
  await profile.dialog.getByRole('button', { name: 'Continue' }).click()
  await profile.dialog.getByLabel('New password', { exact: true }).fill(NEXT)
  await page.keyboard.press('Escape')
  await expect(profile.dialog).toHaveCount(0)
  await expect(profile.changePassword).toBeFocused()
  await profile.changePassword.click()
  await expect(profile.currentPassword).toHaveValue('')
})

test('PROF-03 the five requirements give medium at three and strong at four', async ({
  account,
  enter,
  profile,
}) => {
  await enter('/profile')
  await profile.changePassword.click()
  await profile.currentPassword.fill(account.password)
  await profile.dialog.getByRole('button', { name: 'Continue' }).click()
  const fresh = profile.dialog.getByLabel('New password', { exact: true })
  for (const [password, word] of [
    ['abcdefgh', 'Weak'],
    ['Abcdefgh', 'Medium'],
    ['Abcdefg1', 'Strong'],
  ] as const) {
    await fresh.fill(password)
    await expect(profile.dialog.getByRole('meter')).toHaveAttribute('aria-valuetext', word)
  }
})

test('PROF-03 failures of the two calls are told', async ({
  account,
  allow,
  enter,
  page,
  profile,
  shell,
}) => {
  allow(/status of 500|ERR_FAILED/)
  await enter('/profile')
  await profile.changePassword.click()
  await profile.currentPassword.fill(account.password)
  await page.route('**/api/users/verify-password', (route) => route.abort())
  await profile.dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(shell.toast('An error occurred while verifying password')).toBeVisible()
  await page.unroute('**/api/users/verify-password')
  await profile.dialog.getByRole('button', { name: 'Continue' }).click()
  await profile.dialog.getByLabel('New password', { exact: true }).fill(NEXT)
  await profile.dialog.getByLabel('Confirm new password', { exact: true }).fill(NEXT)
  await page.route('**/api/users/password', (route) => route.fulfill({ status: 500 }))
  await profile.dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(shell.toast('Failed to change password')).toBeVisible()
  await page.unroute('**/api/users/password')
  await page.route('**/api/users/password', (route) => route.abort())
  await profile.dialog.getByRole('button', { name: 'Change Password' }).click()
  await expect(shell.toast('An error occurred while changing password')).toBeVisible()
})
