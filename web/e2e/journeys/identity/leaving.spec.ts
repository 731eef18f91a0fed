// The archive of an account, and its deletion.

import { readFile } from 'node:fs/promises'
import { call } from '../../support/account'
import { keptToken } from '../../support/session'
import { expect, test } from '../../support/test'

test('SET-06 the password brings an archive of everything, which is downloaded and stays in the list', {
  tag: '@core',
}, async ({ account, baseURL, enter, expectAccessible, page, request, settings, shell }) => {
  test.slow()
  await call(request, baseURL ?? '', account.token, 'POST', '/wallet/deposit', { amount: 12 })
  await enter('/')
  // Opens the link of the mail and of the notification.
  await page.goto('/settings#archives')
  await expect(settings.dialog.getByRole('heading', { name: 'Export your data' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings.dialog).toBeHidden()

  await page.getByRole('button', { name: 'Export Data' }).click()
  await expect(settings.dialog.getByText('No exports yet. Files are kept for seven days.')).toBeVisible()
  const submit = settings.dialog.getByRole('button', { name: 'Export Data' })
  const password = settings.dialog.getByLabel('Current password', { exact: true })
  await expect(password).toBeFocused()
  await expect(submit).toBeDisabled()
  await password.fill('wrong-password')
  await submit.click()
  await expect(settings.dialog.getByText('Current password is incorrect')).toBeVisible()
  await expect(password).toHaveValue('')
  await password.fill(account.password)
  await submit.click()
  await expect(
    shell.toast(`Your export is being prepared. We'll email ${account.email} when it's ready.`),
  ).toBeVisible()

  const fetch = settings.dialog.getByRole('button', { name: /^Download the export from / })
  await expect(fetch).toBeVisible()
  await expectAccessible()
  const download = page.waitForEvent('download')
  await fetch.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^ledgerline-\d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  await expect(shell.toast('Download started!')).toBeVisible()
})

test('SET-07 an account goes after the password and a last question, and leads to /login', async ({
  account,
  allow,
  auth,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  settings,
  shell,
}) => {
  test.slow()
  await enter('/settings')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const password = settings.dialog.getByLabel('Current password', { exact: true })
  await password.fill('wrong-password')
  await settings.dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(settings.dialog.getByText('Current password is incorrect')).toBeVisible()
  await password.fill(account.password)
  await settings.dialog.getByRole('button', { name: 'Confirm' }).click()

  const word = settings.dialog.getByLabel('Type DELETE to confirm')
  const submit = settings.dialog.getByRole('button', { name: 'Delete Account' })
  await expect(settings.dialog.getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
  await expect(submit).toBeDisabled()
  await expectAccessible()
  await settings.dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(settings.dialog).toBeHidden()

  // Starting the deletion again asks for the password again.
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await password.fill(account.password)
  await password.press('Enter')
  await word.fill('delete')
  allow(/status of 503/)
  await page.route('**/api/users/account', (route) => route.fulfill({ status: 503 }))
  await submit.click()
  await expect(settings.dialog.getByText('Failed to delete account. Please try again.')).toBeVisible()
  await page.unroute('**/api/users/account')
  await submit.click()
  await expect(shell.toast('Account deleted successfully')).toBeVisible()
  await expect(settings.dialog.getByText(/Taking you to sign-in/)).toBeVisible()
  await expect.poll(() => keptToken(page)).toBeNull()
  await expect(page).toHaveURL(/\/login$/)
  await expect(auth.signInButton).toBeVisible()

  const again = await request.post(`${baseURL}/api/auth/login`, {
    data: { email: account.email, password: account.password },
  })
  expect(again.status()).toBe(401)
})
