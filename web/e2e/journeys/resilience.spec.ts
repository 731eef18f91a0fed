// Failures around the app lose no data: code that fails to load, a server that fails or goes away, a lock warning over
// a form.

import { createAccount } from '../support/account'
import { addClient } from '../support/clients'
import { stopClock } from '../support/clock'
import { startStoppable } from '../support/servers'
import { keptToken } from '../support/session'
import { expect, test } from '../support/test'

const AWAY = "Can't reach Ledgerline. Trying again…"
const NO_ANSWER =
  /ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_FAILED|Failed to fetch|status of 50\d/

test('GATE-01 a hiccup at start keeps the token and passes; signing out without a network is no blank page', async ({
  account,
  allow,
  auth,
  context,
  enter,
  page,
  shell,
}) => {
  allow(NO_ANSWER)
  await enter('/my-account')
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: { success: false } }))
  await page.reload()
  await expect(page.getByText(AWAY)).toBeVisible()
  await expect.poll(() => keptToken(page)).toBe(account.token)
  await page.unroute('**/api/auth/me')
  await expect(shell.heading('Finances')).toBeVisible()

  await context.setOffline(true)
  await shell.signOut()
  await expect(page.getByText(AWAY).or(auth.signInButton)).toBeVisible()
  await context.setOffline(false)
  await expect(auth.signInButton).toBeVisible()

  // A browser in which somebody has signed in before shows Sign In, also at /.
  await page.goto('/')
  await expect(auth.signInButton).toBeVisible()
  await page.route('**/api/auth/login', (route) => route.fulfill({ json: { success: false, error: 'Nope' } }))
  await auth.signIn(account.email, account.password)
  await expect(shell.toast('Nope')).toBeVisible()
  await expect.poll(() => keptToken(page)).toBeNull()
})

test('GATE-01 code that cannot be loaded ends in a plain page with ways out', { tag: '@core' }, async ({
  allow,
  auth,
  expectAccessible,
  page,
}) => {
  allow(/.*/)
  await page.route('**/assets/auth-screen-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expectAccessible()
  await page.unroute('**/assets/auth-screen-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(auth.signInButton).toBeVisible()
})

test('AWAY-01 with the server away the app stays, says so, and comes back by itself', {
  tag: '@core',
}, async ({ allow, expectAccessible, page, request, shell }) => {
  allow(NO_ANSWER)
  const server = await startStoppable()
  try {
    const account = await createAccount(request, server.url)
    await addClient(request, server.url, account, { name: 'Nova Records' })
    await page.goto(`${server.url}/favicon.svg`)
    await page.evaluate((token) => localStorage.setItem('ledgerline.token', token), account.token)
    await page.goto(`${server.url}/beneficiaries`)
    const client = page.getByRole('heading', { name: 'Nova Records' })
    await expect(client).toBeVisible()

    await server.stop()
    const banner = page.getByText('Offline. Trying again…')
    await expect(banner).toBeVisible()
    await expect(client).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // A dialog whose code cannot be loaded does not affect the screen.
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(client).toBeVisible()
    // A screen whose code cannot be loaded shows a notice inside the frame.
    await shell.sidebar.getByRole('link', { name: 'Analytics' }).click()
    await expect(shell.heading("You're offline")).toBeVisible()
    await expectAccessible()

    await server.startAgain()
    await expect(shell.heading('Analytics')).toBeVisible()
    await expect(banner).toHaveCount(0)
    await shell.sidebar.getByRole('link', { name: 'Clients' }).click()
    await expect(client).toBeVisible()
  } finally {
    await server.remove()
  }
})

test('TOAST-01 the session warning stands above a dialog, and Extend Session loses nothing that was typed', {
  tag: '@core',
}, async ({ enter, goals, lock, page }) => {
  await page.clock.install()
  await enter('/my-account')
  await goals.open.click()
  await goals.tab('Create Goal').click()
  const title = goals.field('Title')
  await title.fill('New monitors')
  await stopClock(page)
  await page.clock.fastForward('29:15')
  await page.clock.runFor(25_000)
  await lock.extend.click()
  await page.clock.resume()
  await expect(lock.extend).toHaveCount(0)
  await expect(title).toHaveValue('New monitors')
  await page.clock.fastForward('20:00')
  await expect(title).toHaveValue('New monitors')
})
