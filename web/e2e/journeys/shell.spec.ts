// The frame: its dimensions, routes and links, and a narrow screen.
import { stopClock, tickDuring } from '../support/clock'
import { expectBox, expectNoSidewaysScroll } from '../support/layout'
import { expect, test } from '../support/test'

const SCREENS = [
  ['/', 'Dashboard'],
  ['/dashboard', 'Dashboard'],
  ['/profile', 'Producer Profile'],
  ['/my-account', 'Finances'],
  ['/payment-history', 'Sales History'],
  ['/transaction-history', 'Transaction History'],
  ['/cards', 'Payment Cards'],
  ['/notifications', 'Notifications'],
  ['/settings', 'Settings'],
  ['/beneficiaries', 'Clients'],
  ['/documents', 'Beat Library'],
  ['/applications', 'Analytics'],
] as const

test('SHELL-01 the gate shows the authentication screen, then the main layout', { tag: '@core' }, async ({
  auth,
  enter,
  page,
  shell,
}) => {
  await page.goto('/settings')
  await expect(auth.createButton).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await enter('/settings')
  await expect(shell.sidebar).toBeVisible()
  await expect(shell.heading('Settings')).toBeVisible()
})

test('SHELL-02 sidebar and right column are 280 pixels, and the dashboard has no right column', async ({
  enter,
  page,
  shell,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await enter('/documents')
  await expectBox(shell.sidebar, ({ width }) => width >= 279 && width <= 280, 'the sidebar')
  await expectBox(shell.rail, ({ width }) => width === 280, 'the right column')
  for (const path of ['/', '/dashboard']) {
    await page.goto(path)
    await expect(shell.heading('Dashboard')).toBeVisible()
    await expect(shell.rail).toHaveCount(0)
  }
})

test('SHELL-03 every route shows its screen, by address and titled', { tag: '@core' }, async ({
  enter,
  page,
  shell,
}) => {
  await enter('/')
  for (const [path, title] of SCREENS) {
    await page.goto(path)
    await expect(shell.heading(title)).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Ledgerline`)
  }
})

test('SHELL-03 another address says clearly that there is nothing', async ({ enter, page, shell }) => {
  await enter('/no/such/place')
  await expect(shell.heading('Page not found')).toBeVisible()
  await expect(page.getByText("There's nothing at /no/such/place.")).toBeVisible()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(shell.heading('Dashboard')).toBeVisible()
})

test('SHELL-04 the sidebar leads to seven screens and marks the current one', { tag: '@core' }, async ({
  enter,
  page,
  shell,
}) => {
  await enter('/')
  const entries = [
    'Dashboard',
    'Producer Profile',
    'Finances',
    'Sales History',
    'Clients',
    'Beat Library',
    'Analytics',
  ]
  for (const entry of entries) {
    const link = shell.sidebar.getByRole('link', { name: entry, exact: true })
    await link.click()
    await expect(shell.heading(entry)).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(shell.sidebar.locator('li [aria-current="page"]')).toHaveCount(1)
  }
  for (const platform of ['Spotify', 'SoundCloud', 'YouTube']) {
    await expect(shell.sidebar.getByRole('link', { name: platform })).toBeVisible()
  }
  await shell.sidebar.getByRole('link', { name: 'SoundCloud' }).click()
  await expect(page.getByRole('main').getByLabel('SoundCloud', { exact: true })).toBeFocused()
})

test('SHELL-05 the top bar: search, notifications, settings and the user menu', { tag: '@core' }, async ({
  enter,
  page,
  shell,
}) => {
  await enter('/')
  await expect(shell.search).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click()
  await expect(shell.heading('Notifications')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
  await expect(shell.heading('Settings')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(shell.heading('Notifications')).toBeVisible()

  await shell.userMenu.click()
  for (const entry of ['View Profile', 'Settings', 'Sign Out']) {
    await expect(page.getByRole('menuitem', { name: entry })).toBeVisible()
  }
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  await expect(shell.heading('Producer Profile')).toBeVisible()
  await shell.userMenu.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(shell.heading('Settings')).toBeVisible()
})

test('SHELL-07 at 390 pixels the sidebar is a drawer and nothing scrolls sideways', { tag: '@core' }, async ({
  enter,
  page,
  shell,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter('/')
  await expect(shell.sidebar).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(shell.heading('Clients')).toBeVisible()
  await expect(shell.sidebar).toBeHidden()
  for (const [path, title] of SCREENS) {
    await page.goto(path)
    await expect(shell.heading(title)).toBeVisible()
    await expectNoSidewaysScroll(page, path)
  }
})

test('SHELL-07 the authentication screens fit 390 pixels too', async ({ auth, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const open of [() => auth.openSignUp(), () => auth.openSignIn()]) {
    await open()
    await expectNoSidewaysScroll(page)
  }
})

test('SHELL-08 session toasts stand at the top right and go after five seconds', { tag: '@core' }, async ({
  enter,
  page,
  shell,
}) => {
  await page.clock.install()
  await enter('/')
  await stopClock(page)
  await tickDuring(page, () => shell.signOut())
  const toast = shell.toast('Logged out successfully')
  await tickDuring(page, () => expect(toast).toBeVisible())
  await expectBox(toast, (box) => box.x > 640 && box.y < 200, 'the toast at the top right')
  await page.mouse.move(10, 700)
  await page.clock.runFor(5_500)
  await expect(toast).toHaveCount(0)
})
