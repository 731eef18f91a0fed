// The lock: when it comes, its warning, that it cannot be bypassed, and unlocking.

import { TIMED_OUT } from '../../pages/lock-page'
import { call } from '../../support/account'
import { stopClock } from '../../support/clock'
import { keptLock, keptToken } from '../../support/session'
import { expect, test } from '../../support/test'

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

test('LOCK-01 LOCK-02 LOCK-03 LOCK-05 inactivity locks, and unlocking returns to the same screen', {
  tag: '@core',
}, async ({ account, enter, lock, page, shell }) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('29:00')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('01:30')
  await lock.isShown()
  await expect(page.getByText("You'll return to Beat Library.")).toBeVisible()
  await expect(shell.toast(TIMED_OUT)).toBeVisible()
  await page.clock.fastForward('10:00')
  await expect(shell.toast(TIMED_OUT)).toHaveCount(1)

  const record = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('ledgerline.locked') ?? 'null') as object)
  await expect.poll(record).toMatchObject({
    user: { email: account.email },
    path: '/documents',
    timestamp: expect.any(Number),
  })

  await expect(lock.email).toHaveValue(account.email)
  await expect(lock.password).toBeFocused()
  await lock.unlock('wrong-password')
  await expect(shell.toast('Invalid email or password')).toBeVisible()
  await lock.unlock(account.password)
  await expect(shell.toast('Session restored successfully!')).toBeVisible()
  await expect(shell.heading('Beat Library')).toBeVisible()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(shell.toast(TIMED_OUT)).toHaveCount(0)
  await expect.poll(() => keptLock(page)).toBeNull()
})

test('LOCK-01 two minutes are the timeout until the setting is read', async ({
  enter,
  lock,
  page,
  shell,
}) => {
  await page.route('**/api/users/settings', () => {})
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await stopClock(page)
  await page.clock.fastForward('01:40')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('00:26')
  await page.clock.resume()
  await lock.isShown()
})

test('LOCK-01 the six kinds of activity each keep the session', async ({ enter, page, shell }) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  for (const event of ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click']) {
    await page.clock.fastForward('20:00')
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), event)
    await page.clock.fastForward('20:00')
    await expect(shell.heading('Beat Library')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('click')))
  }
})

test('LOCK-04 the warning counts down, and Extend Session puts it off', async ({
  enter,
  lock,
  page,
  shell,
}) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await stopClock(page)
  await page.clock.fastForward('29:15')
  await expect(lock.extend).toHaveCount(0)
  await page.clock.runFor(25_000)
  await expect(page.getByText('Your session locks in', { exact: true })).toBeVisible()
  await expect(lock.countdown).toHaveText(/^0:[0-2]\d$/)
  await expect(page.getByRole('progressbar', { name: 'Time left before the session locks' })).toBeVisible()
  await lock.extend.click()
  await page.clock.resume()
  await expect(lock.extend).toHaveCount(0)
  await page.clock.fastForward('29:00')
  await expect(shell.heading('Beat Library')).toBeVisible()
})

test('LOCK-04 Dismiss hides the warning', async ({ enter, lock, page, shell }) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await stopClock(page)
  await page.clock.fastForward('29:15')
  await page.clock.runFor(25_000)
  await lock.dismiss.click()
  await page.clock.runFor(1_000)
  await expect(lock.dismiss).toHaveCount(0)
  await page.clock.runFor(25_000)
  await expect(lock.dismiss).toHaveCount(0)
  await expect(shell.heading('Beat Library')).toBeVisible()
})

test('LOCK-04 a warning nobody answers ends in the lock', async ({ enter, lock, page, shell }) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await stopClock(page)
  await page.clock.fastForward('29:15')
  await page.clock.runFor(25_000)
  await expect(lock.extend).toBeVisible()
  await page.clock.runFor(25_000)
  await page.clock.resume()
  await lock.isShown()
  await expect(lock.extend).toHaveCount(0)
})

test('LOCK-06 a shorter timeout applies at once, and the setting announces itself', async ({
  enter,
  lock,
  page,
  settings,
  shell,
}) => {
  await enter('/settings')
  await expect(settings.sessionTimeout).toHaveValue('30')
  const options = () =>
    settings.sessionTimeout
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  await expect.poll(options).toEqual(['2', '15', '30', '60', '120'])
  await page.evaluate(() => {
    window.addEventListener('sessionTimeoutChanged', (event) => {
      document.documentElement.dataset.announced = String((event as CustomEvent).detail)
    })
  })
  await settings.sessionTimeout.selectOption('15')
  await expect(page.locator('html')).toHaveAttribute('data-announced', '15')
  await stopClock(page)
  await page.clock.fastForward('14:00')
  await expect(shell.heading('Settings')).toBeVisible()
  await page.clock.fastForward('01:10')
  await page.clock.resume()
  await lock.isShown()
})

test('LOCK-06 the window event alone applies it', async ({ enter, lock, page, shell }) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('05:00')
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('sessionTimeoutChanged', { detail: 2 })))
  await lock.isShown()
})

test('LOCK-07 reload, a new tab and a cleared session storage do not open the app', { tag: '@core' }, async ({
  account,
  auth,
  baseURL,
  context,
  enter,
  lock,
  page,
  request,
  shell,
}) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  await expect.poll(() => keptToken(page)).toBeNull()
  await expect
    .poll(async () => (await call(request, baseURL ?? '', account.token, 'GET', '/auth/me')).status())
    .toBe(401)

  await page.reload()
  await lock.isShown()
  await page.goto('/settings')
  await lock.isShown()

  const second = await context.newPage()
  await second.goto('/documents')
  await expect(second.getByRole('button', { name: 'Create Account', exact: true })).toBeVisible()
  await expect(second.getByText('Beat Library')).toHaveCount(0)

  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(auth.createButton).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
})

test('LOCK-07 nothing of the app stays in the page, not even while the lock screen loads', {
  tag: '@core',
}, async ({ enter, lock, page, shell }) => {
  await enter('/profile')
  await expect(shell.heading('Producer Profile')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  expect(await page.locator('body').innerHTML()).not.toContain('Producer Profile</h1>')
})

test('LOCK-02 a record older than 24 hours is dropped on load', async ({
  auth,
  enter,
  lock,
  page,
  shell,
}) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  await page.clock.fastForward('24:01:00')
  await page.reload()
  await expect(auth.createButton).toBeVisible()
  await expect.poll(() => keptLock(page)).toBeNull()
})

test('LOCK-07 tabs share activity, lock together and open together', async ({
  account,
  context,
  enter,
  lock,
  page,
  shell,
}) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  const second = await context.newPage()
  await second.goto('/profile')
  await expect(second.getByRole('heading', { name: 'Producer Profile' })).toBeVisible()

  await page.clock.fastForward('20:00')
  await page.bringToFront()
  await page.mouse.move(300, 300)
  await page.mouse.move(320, 320)
  await page.clock.fastForward('20:00')
  await expect(second.getByRole('heading', { name: 'Producer Profile' })).toBeVisible()
  await expect(shell.heading('Beat Library')).toBeVisible()

  await page.clock.fastForward('31:00')
  await lock.isShown()
  await expect(second.getByRole('heading', { name: 'Session locked' })).toBeVisible()

  await lock.unlock(account.password)
  await expect(shell.heading('Beat Library')).toBeVisible()
  await expect(second.getByRole('heading', { name: 'Producer Profile' })).toBeVisible()

  await shell.signOut()
  await expect(second.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})

test('LOCK-05 the lock can be left for another account', async ({ auth, enter, lock, page, shell }) => {
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  await page.getByRole('button', { name: 'Sign in to another account' }).click()
  await expect(auth.signInButton).toBeVisible()
  await expect(shell.toast(TIMED_OUT)).toHaveCount(0)
  await expect.poll(() => keptLock(page)).toBeNull()
})
