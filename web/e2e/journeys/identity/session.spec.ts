// A session: restored after a reload, ended here, and ended on another device.

import { call } from '../../support/account'
import { keptToken } from '../../support/session'
import { expect, test } from '../../support/test'

test('SHELL-01 AUTH-09 a reload shows the loading message, then the app again', { tag: '@core' }, async ({
  enter,
  page,
  shell,
}) => {
  await enter('/documents')
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/auth/me', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Loading Ledgerline...')).toBeVisible()
  release()
  await expect(shell.heading('Beat Library')).toBeVisible()
  await expect(page).toHaveURL(/\/documents$/)
})

test('AUTH-09 a token the server does not know is cleared', async ({ auth, page }) => {
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('ledgerline.token', 'no-such-token'))
  await page.goto('/settings')
  await expect(auth.createButton).toBeVisible()
  await expect.poll(() => keptToken(page)).toBeNull()
})

test('AUTH-10 signing out ends the session here and on the server', { tag: '@core' }, async ({
  account,
  auth,
  baseURL,
  enter,
  page,
  request,
  shell,
}) => {
  await enter('/')
  await shell.signOut()
  await expect(shell.toast('Logged out successfully')).toBeVisible()
  await expect(auth.signInButton).toBeVisible()
  await expect.poll(() => keptToken(page)).toBeNull()
  await expect
    .poll(async () => (await call(request, baseURL ?? '', account.token, 'GET', '/auth/me')).status())
    .toBe(401)
  await page.reload()
  await expect(auth.signInButton).toBeVisible()
})

test('AUTH-10 signing out works while the server is away', async ({ allow, auth, enter, page, shell }) => {
  allow(/ERR_FAILED/)
  await enter('/')
  await page.route('**/api/auth/logout', (route) => route.abort())
  await shell.signOut()
  await expect(shell.toast('Logged out successfully')).toBeVisible()
  await expect(auth.signInButton).toBeVisible()
  await expect.poll(() => keptToken(page)).toBeNull()
})

test('AUTH-11 a session that was ended elsewhere ends here at once, and calmly', async ({
  account,
  auth,
  baseURL,
  enter,
  request,
  shell,
}) => {
  await enter('/settings')
  const answer = await request.post(`${baseURL}/api/auth/login`, {
    data: { email: account.email, password: account.password },
  })
  const { token } = await answer.json()
  await call(request, baseURL ?? '', token, 'POST', '/security/revoke-other-sessions')
  await expect(shell.toast('Your session has ended. Please sign in again.')).toBeVisible()
  await expect(auth.signInButton).toBeVisible()
  await auth.signIn(account.email, account.password)
  await expect(shell.heading('Settings')).toBeVisible()
})

test('SHELL-03 /login leads home when someone is signed in', { tag: '@core' }, async ({
  enter,
  page,
  shell,
}) => {
  await enter('/login')
  await expect(shell.heading('Dashboard')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('AUTH-09 a sign-in in one tab is picked up by another, without a reload', async ({
  account,
  auth,
  context,
  shell,
}) => {
  const other = await context.newPage()
  await other.goto('/documents')
  await expect(other.getByRole('button', { name: 'Create Account', exact: true })).toBeVisible()
  await auth.openSignIn()
  await auth.signIn(account.email, account.password)
  await expect(shell.heading('Dashboard')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Beat Library' })).toBeVisible()
})

test('SHELL-05 Back on a screen opened by its address leads home', async ({ context, enter }) => {
  await enter('/')
  const fresh = await context.newPage()
  await fresh.goto('/settings')
  await fresh.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(fresh.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
