// Two-factor authentication: setting it up, signing in with it, losing the phone, turning it off.
import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { type Account, call } from '../../support/account'
import { expect, test } from '../../support/test'
import { totp } from '../../support/totp'

/** Turns the second factor on over the API. The code of the current time step is used up by that. */
async function enableTwoFactor(request: APIRequestContext, url: string, account: Account) {
  const made = await call(request, url, account.token, 'POST', '/security/2fa/generate')
  const { secret } = await made.json()
  const spent = totp(secret)
  const enabled = await call(request, url, account.token, 'POST', '/security/2fa/enable', { token: spent })
  expect(enabled.status()).toBe(200)
  const { recoveryCodes } = await enabled.json()
  return { secret: secret as string, spent, recoveryCodes: recoveryCodes as string[] }
}

test('AUTH-07 AUTH-14 the code step: asked for, digits only, wrong one cleared, each code once', {
  tag: '@core',
}, async ({ auth, account, baseURL, page, request, shell }) => {
  const { secret, spent } = await enableTwoFactor(request, baseURL ?? '', account)
  await auth.openSignIn()
  await auth.signIn(account.email, account.password)
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
  await expect(page.getByText('Enter the 6-digit code from your authenticator app')).toBeVisible()
  await expect(shell.toast('Please enter your 2FA code')).toBeVisible()
  await expect(auth.code).toBeFocused()

  await auth.code.pressSequentially('12ab3')
  await expect(auth.code).toHaveValue('123')
  await auth.verifyButton.click()
  await expect(page.getByText('Please enter a valid 6-digit code')).toBeVisible()
  await auth.code.fill('')
  await auth.code.pressSequentially('1234567')
  await expect(auth.code).toHaveValue('123456')
  await expect(page.getByText('Please enter a valid 6-digit code')).toHaveCount(0)

  await auth.code.fill(spent)
  await auth.verifyButton.click()
  await expect(shell.toast('Invalid 2FA code. Please try again.')).toBeVisible()
  await expect(auth.code).toHaveValue('')
  await expect(auth.code).toBeFocused()

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
  const code = totp(secret, 1)
  await auth.code.fill(code)
  await auth.verifyButton.click()
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled()
  release()
  await expect(shell.heading('Dashboard')).toBeVisible()
  await expect(shell.toast('Welcome back, Maya Okafor!')).toBeVisible()
  expect(body).toEqual({ email: account.email, password: account.password, twoFactorToken: code })
})

test('AUTH-07 Back to Login clears the code, the kept credentials and the errors', async ({
  auth,
  account,
  baseURL,
  page,
  request,
}) => {
  await enableTwoFactor(request, baseURL ?? '', account)
  await auth.openSignIn()
  await auth.signIn(account.email, account.password)
  await auth.code.fill('12')
  await auth.verifyButton.click()
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(auth.signInButton).toBeVisible()
  await expect(auth.email).toHaveValue('')
  await expect(auth.password).toHaveValue('')
  await expect(page.getByText('Please enter a valid 6-digit code')).toHaveCount(0)
})

test('AUTH-14 a recovery code signs in, once', async ({ auth, account, baseURL, page, request, shell }) => {
  const { recoveryCodes } = await enableTwoFactor(request, baseURL ?? '', account)
  const recovery = recoveryCodes[0] ?? ''
  const useRecovery = async () => {
    await auth.signIn(account.email, account.password)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(page.getByText('Enter the 6-digit code')).toHaveCount(0)
    await page.getByLabel('Recovery code').fill(recovery)
    await auth.verifyButton.click()
  }
  await auth.openSignIn()
  await useRecovery()
  await expect(shell.heading('Dashboard')).toBeVisible()
  await shell.signOut()
  await expect(auth.signInButton).toBeVisible()
  await useRecovery()
  await expect(shell.toast('Invalid 2FA code. Please try again.')).toBeVisible()
  // The message is also beside the form; both disappear with the form.
  await expect(page.getByRole('main').getByText('Invalid 2FA code. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page.getByText('Invalid 2FA code. Please try again.')).toHaveCount(0)
})

test('AUTH-07 SET-04 the wizard sets it up, closing resets it, and a code turns it off again', {
  tag: '@core',
}, async ({ enter, page, settings }) => {
  await enter('/settings')
  await settings.setUpTwoFactor.click()
  await expect(settings.dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await settings.dialog.locator('code').textContent()) ?? ''
  await settings.dialog.getByRole('button', { name: 'Next' }).click()
  const enable = settings.dialog.getByRole('button', { name: 'Enable', exact: true })
  await expect(enable).toBeDisabled()
  await settings.dialog.getByRole('button', { name: 'Back' }).click()
  await settings.dialog.getByRole('button', { name: 'Next' }).click()
  await settings.dialog.getByLabel('Code').fill('000000')
  await enable.click()
  await expect(settings.dialog.getByText('Invalid 2FA code. Please try again.')).toBeVisible()
  await expect(settings.dialog.getByLabel('Code')).toHaveValue('')
  await settings.dialog.getByLabel('Code').fill(totp(secret))
  await enable.click()
  await expect(settings.dialog.getByText('Two-factor authentication is on')).toBeVisible()
  const codes = settings.dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const saving = page.waitForEvent('download')
  await settings.dialog.getByRole('button', { name: 'Download' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('ledgerline-recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(`${(await codes.allTextContents()).join('\n')}\n`)
  await settings.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(settings.dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Disable' }).click()
  const disable = settings.dialog.getByRole('button', { name: 'Disable' })
  await expect(disable).toBeDisabled()
  await settings.dialog.getByLabel('Code').fill(totp(secret, 1))
  await disable.click()
  await expect(settings.dialog.getByText('Two-factor authentication is off')).toBeVisible()
  await expect(settings.dialog).toHaveCount(0)
  await expect(settings.setUpTwoFactor).toBeVisible()
})

test('LOCK-05 unlocking asks for the code too, and a wrong one is told', async ({
  account,
  baseURL,
  enter,
  lock,
  page,
  request,
  shell,
}) => {
  const { secret } = await enableTwoFactor(request, baseURL ?? '', account)
  await page.clock.install()
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  await lock.unlock(account.password)
  await expect(lock.code).toBeFocused()
  await expect(lock.code).toHaveAttribute('maxlength', '6')
  await lock.code.fill('000000')
  await lock.submitCode.click()
  await expect(shell.toast('Invalid 2FA code. Please try again.')).toBeVisible()
  await expect(lock.code).toHaveValue('')
  await lock.code.fill(totp(secret, 1))
  await lock.submitCode.click()
  await expect(shell.toast('Session restored successfully!')).toBeVisible()
  await expect(shell.heading('Beat Library')).toBeVisible()
})

test('LOCK-05 a code that comes too late finds no temporary credentials', async ({
  account,
  baseURL,
  enter,
  lock,
  page,
  request,
  shell,
}) => {
  const { secret } = await enableTwoFactor(request, baseURL ?? '', account)
  await page.clock.install()
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.unlock(account.password)
  await expect(lock.code).toBeVisible()
  await page.clock.fastForward('06:00')
  await lock.code.fill(totp(secret, 1))
  await lock.submitCode.click()
  await expect(shell.toast('No temporary credentials found')).toBeVisible()
  await expect(lock.unlockButton).toBeVisible()
})
