// Passkeys with Chromium's virtual authenticator: created in the settings, used to sign in, to unlock the screen and
// to confirm the identity, renamed and removed.

import { PasskeysDialog, plugInDevice } from '../../pages/passkeys'
import { PLAIN_URL } from '../../support/servers'
import { keptLock, keptToken } from '../../support/session'
import { test as base, expect } from '../../support/test'

const test = base.extend<{ passkeys: PasskeysDialog }>({
  baseURL: async ({}, use) => {
    await use((process.env[PLAIN_URL] ?? '').replace('127.0.0.1', 'localhost'))
  },
  passkeys: async ({ page }, use) => {
    await use(new PasskeysDialog(page))
  },
})

const signInWithPasskey = { name: 'Sign in with a passkey' }
const unlockWithPasskey = { name: 'Unlock with a passkey' }

test('GUARD-11 a passkey is made, signs in, is renamed and removed', async ({
  account,
  auth,
  enter,
  expectAccessible,
  page,
  passkeys,
  shell,
}) => {
  test.slow()
  const device = await plugInDevice(page)
  await enter('/settings')
  await passkeys.open()
  await expect(passkeys.dialog.getByText('You have no passkeys yet.')).toBeVisible()
  await expectAccessible()
  await passkeys.addButton.click()
  await expect(passkeys.name).toHaveValue('Chrome on Linux')
  await expect(passkeys.name).toBeFocused()
  await expectAccessible()
  await passkeys.name.fill('Studio laptop')
  await passkeys.save.click()
  await expect(passkeys.row('Studio laptop')).toContainText('Never used')
  await expectAccessible()
  const [made] = await device.passkeys()
  expect(atob(made?.userHandle ?? '')).not.toContain('@')

  // The device already has one.
  await passkeys.addButton.click()
  await expect(shell.toast('This device already has a passkey for your account.')).toBeVisible()
  await passkeys.close()
  await expect(page.getByText('1 passkey', { exact: true })).toBeVisible()

  // The device must not answer, or the suggestions under the field would sign in by themselves.
  await device.answersByItself(false)
  await shell.signOut()
  await expect(auth.email).toHaveAttribute('autocomplete', 'username webauthn')
  await expectAccessible()
  await device.answersByItself(true)
  await page.getByRole('button', signInWithPasskey).click()
  await expect(shell.toast(`Welcome back, ${account.name}!`)).toBeVisible()

  await page.goto('/settings')
  await passkeys.open()
  await expect(passkeys.row('Studio laptop')).toContainText('Last used')
  await passkeys.dialog.getByRole('button', { name: 'Rename Studio laptop' }).click()
  await passkeys.name.fill('')
  await passkeys.save.click()
  await expect(passkeys.nameDialog.getByText('Name is required')).toBeVisible()
  await passkeys.name.fill('Old laptop')
  await passkeys.save.click()
  await expect(shell.toast('Passkey renamed')).toBeVisible()
  await expect(passkeys.row('Old laptop')).toBeVisible()

  await passkeys.dialog.getByRole('button', { name: 'Remove Old laptop' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText("You won't be able to sign in with “Old laptop”.")
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(shell.toast('Passkey removed')).toBeVisible()
  await expect(passkeys.dialog.getByText('You have no passkeys yet.')).toBeVisible()
})

test('GUARD-11 a passkey unlocks the screen and leads back to it', { tag: '@core' }, async ({
  account,
  enter,
  expectAccessible,
  lock,
  page,
  passkeys,
  shell,
}) => {
  await page.clock.install()
  await plugInDevice(page)
  await enter('/settings')
  await passkeys.open()
  await passkeys.add('Studio laptop')
  await passkeys.close()
  await page.goto('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  await expectAccessible()
  // Locking ended the token: a reload stays locked and still offers the passkey.
  await page.reload()
  await lock.isShown()
  await expect(lock.unlockButton).toBeVisible()
  await page.getByRole('button', unlockWithPasskey).click()
  await expect(shell.toast('Session restored successfully!')).toBeVisible()
  await expect(shell.heading('Beat Library')).toBeVisible()
  await expect(page).toHaveURL(/\/documents$/)
  await expect.poll(() => keptToken(page)).toBeTruthy()
  expect(await keptToken(page)).not.toBe(account.token)
  await expect.poll(() => keptLock(page)).toBeNull()
})

test('GUARD-11 without a passkey the lock screen offers none, and at an IP address there are none', async ({
  account,
  auth,
  enter,
  lock,
  page,
  settings,
  shell,
}) => {
  await page.clock.install()
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  await expect(page.getByRole('button', unlockWithPasskey)).toHaveCount(0)
  await lock.unlock(account.password)
  await expect(shell.heading('Beat Library')).toBeVisible()

  await auth.openSignIn(process.env[PLAIN_URL])
  await expect(page.getByRole('button', signInWithPasskey)).toHaveCount(0)
  await auth.signIn(account.email, account.password)
  await shell.isShown()
  await page.goto(`${process.env[PLAIN_URL]}/settings`)
  await expect(settings.switch('Login alerts')).toBeVisible()
  await expect(page.getByText('Passkeys', { exact: true })).toHaveCount(0)
})

test('GUARD-11 the suggestions under the email field sign in', { tag: '@core' }, async ({
  account,
  enter,
  page,
  passkeys,
  shell,
}) => {
  await plugInDevice(page)
  await enter('/settings')
  await passkeys.open()
  await passkeys.add('Studio laptop')
  await passkeys.close()
  await shell.signOut()
  await expect(shell.toast(`Welcome back, ${account.name}!`)).toBeVisible()
})

test('GUARD-11 what goes wrong is told in a sentence', async ({
  account,
  auth,
  enter,
  page,
  passkeys,
  request,
  shell,
  baseURL,
}) => {
  const device = await plugInDevice(page)
  await enter('/settings')
  await passkeys.open()
  await passkeys.add('Studio laptop')
  await passkeys.close()
  await device.answersByItself(false)
  await shell.signOut()
  await device.recognizesUser(false)
  await device.answersByItself(true)
  await page.getByRole('button', signInWithPasskey).click()
  await expect(shell.toast('Passkey request canceled.')).toBeVisible()

  // The passkey was removed from the account elsewhere, while this device still has it.
  const headers = { Authorization: `Bearer ${await tokenOf(request, baseURL, account)}` }
  const list = await (await request.get(`${baseURL}/api/auth/passkeys`, { headers })).json()
  const gone = await request.delete(`${baseURL}/api/auth/passkeys/${list.passkeys[0].id}`, { headers })
  expect(gone.status()).toBe(200)
  await device.recognizesUser(true)
  await page.getByRole('button', signInWithPasskey).click()
  await expect(shell.toast('This passkey is not known here. It may have been removed.')).toBeVisible()
  await device.answersByItself(false)
  await auth.signIn(account.email, account.password)
  await shell.isShown()
})

test('GUARD-11 GUARD-05 a passkey confirms who is there before a change that needs it', async ({
  account,
  enter,
  expectAccessible,
  page,
  passkeys,
  request,
  shell,
}) => {
  await plugInDevice(page)
  await enter('/settings')
  await passkeys.open()
  await passkeys.add('Studio laptop')
  // The test cannot move the server's clock, so it simulates the answer.
  let refused = 0
  await page.route('**/api/auth/passkeys/*', async (route) => {
    if (route.request().method() !== 'DELETE' || refused > 0) return route.fallback()
    refused += 1
    const body = { success: false, error: "Confirm it's you to continue.", requiresProof: true }
    return route.fulfill({ status: 403, json: body })
  })
  await passkeys.dialog.getByRole('button', { name: 'Remove Studio laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof).toBeVisible()
  await expectAccessible()
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(shell.toast('Passkey removed')).toBeVisible()
  const logs = await request.get('/api/security/logs', {
    headers: { Authorization: `Bearer ${account.token}` },
  })
  expect(JSON.stringify(await logs.json())).toContain('passkey_used')
})

async function tokenOf(
  request: import('@playwright/test').APIRequestContext,
  url: string | undefined,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await request.post(`${url}/api/auth/login`, { data: { email, password } })
  return (await answer.json()).token
}
