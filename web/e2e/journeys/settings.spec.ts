// Settings: one key per change, undone on failure; appearance; sessions.

import { call } from '../support/account'
import { expectBox } from '../support/layout'
import { expect, test } from '../support/test'

test('SET-02 every switch shows its default and sends one snake_case key', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  page,
  request,
  settings,
}) => {
  await enter('/settings')
  const switches = [
    ['Login alerts', true, 'login_alerts'],
    ['Automatic withdrawal', false, 'auto_withdraw'],
    ['Payment reminders', true, 'payment_reminders'],
    ['Email', true, 'email_notifications'],
    ['Push', true, 'push_notifications'],
    ['Sales', true, 'sales_notifications'],
    ['Messages', true, 'message_notifications'],
    ['System', false, 'system_notifications'],
    ['Show online status', true, 'show_online_status'],
    ['Allow messages', true, 'allow_messages'],
    ['Compact mode', false, 'compact_mode'],
  ] as const
  for (const [name, on, key] of switches) {
    const control = settings.switch(name)
    await expect(control, name).toHaveAttribute('aria-checked', String(on))
    const sent = page.waitForRequest(
      (call) => call.url().endsWith('/api/users/settings') && call.method() === 'PUT',
    )
    await control.click()
    await expect(control, name).toHaveAttribute('aria-checked', String(!on))
    expect((await sent).postDataJSON()).toEqual({ [key]: !on })
  }
  for (const [name, value, key] of [
    ['Default currency', 'KES', 'default_currency'],
    ['Profile visibility', 'clients only', 'profile_visibility'],
  ] as const) {
    const sent = page.waitForRequest(
      (call) => call.url().endsWith('/api/users/settings') && call.method() === 'PUT',
    )
    await page.getByRole('combobox', { name }).selectOption(value)
    expect((await sent).postDataJSON()).toEqual({ [key]: value })
  }
  await expect
    .poll(
      async () =>
        (await (await call(request, baseURL ?? '', account.token, 'GET', '/users/settings')).json()).settings,
    )
    .toMatchObject({
      login_alerts: false,
      system_notifications: true,
      compact_mode: true,
      profile_visibility: 'clients only',
    })
})

test('FIRM-06 the time zone is searched among all, and only a chosen one is saved', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
}) => {
  await enter('/settings')
  const box = page.getByRole('combobox', { name: 'Time zone' })
  await expect(box).toHaveValue('UTC')
  await box.click()
  await box.fill('auckl')
  await expectAccessible()
  await page.getByRole('option', { name: 'Pacific / Auckland' }).click()
  await expect(box).toHaveValue('Pacific / Auckland')
  // What is typed and not chosen is forgotten.
  await box.fill('new y')
  await expect(page.getByRole('option', { name: ' / ' })).toHaveText(['America / New York'])
  await box.press('Tab')
  await expect(box).toHaveValue('Pacific / Auckland')
  await expect
    .poll(
      async () =>
        (await (await call(request, baseURL ?? '', account.token, 'GET', '/users/settings')).json()).settings
          .time_zone,
    )
    .toBe('Pacific/Auckland')
})

test('SET-02 a refused change is taken back and told', async ({ allow, enter, page, settings, shell }) => {
  allow(/status of 500/)
  await enter('/settings')
  await expect(settings.switch('Sales')).toHaveAttribute('aria-checked', 'true')
  await page.route('**/api/users/settings', async (route) => {
    if (route.request().method() === 'PUT') await route.fulfill({ status: 500 })
    else await route.continue()
  })
  await settings.switch('Sales').click()
  await expect(shell.toast('Failed to update setting')).toBeVisible()
  await expect(settings.switch('Sales')).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('SET-03 appearance is chosen, kept through a reload, sent to the account, and an accent clicked again resets', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request }) => {
  await enter('/settings')
  const html = page.locator('html')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'Ocean Teal' }).click()
  await expect(html).toHaveAttribute('data-accent', 'teal')
  await page.getByRole('radio', { name: /Nunito/ }).click()
  await expect(html).toHaveAttribute('data-font', 'nunito')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect
    .poll(
      async () =>
        (await (await call(request, baseURL ?? '', account.token, 'GET', '/users/settings')).json()).settings,
    )
    .toMatchObject({ theme: 'dark', accent_color: 'teal', font: 'nunito' })
  await page.getByRole('radio', { name: 'Ocean Teal' }).click()
  await expect(html).toHaveAttribute('data-accent', 'default')
  await page.getByRole('radio', { name: 'Dark' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(html).toHaveAttribute('data-theme', 'glassmorphism')
})

test("SET-03 a browser without a choice of its own takes the account's", async ({
  account,
  baseURL,
  enter,
  page,
  request,
}) => {
  await call(request, baseURL ?? '', account.token, 'PUT', '/users/settings', { theme: 'dark' })
  await enter('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('SET-05 sessions are listed, the current one marked, one or all others revoked', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, settings, shell }) => {
  for (let device = 0; device < 3; device += 1) {
    await request.post(`${baseURL}/api/auth/login`, {
      data: { email: account.email, password: account.password },
    })
  }
  await enter('/settings')
  await expect(page.getByText('4 devices are signed in')).toBeVisible()
  await page.getByRole('button', { name: 'Manage' }).click()
  const rows = settings.dialog.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first().getByText('This device')).toBeVisible()
  // The list may be refetched, and the row removed, before the response arrives: the toast is still shown.
  await page.route('**/api/security/revoke-session', async (route) => {
    const answer = await route.fetch()
    await expect(rows).toHaveCount(3)
    await route.fulfill({ response: answer })
  })
  await settings.dialog
    .getByRole('button', { name: /^Revoke (?!All)/ })
    .first()
    .click()
  await expect(shell.toast('Session revoked')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await settings.dialog.getByRole('button', { name: 'Revoke All Other Sessions' }).click()
  await settings.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(shell.toast('2 other sessions revoked')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(settings.dialog.getByText('No other device is signed in.')).toBeVisible()
})

test('SET-08 the security review tells the score, what to improve, who tried to sign in and what was changed', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  settings,
}) => {
  test.slow()
  await request.post(`${baseURL}/api/auth/login`, {
    data: { email: account.email, password: 'not-this-one' },
  })
  await enter('/settings')
  const security = page.getByRole('region', { name: 'Security' })
  await expect(security.getByText('60 of 100. Turn on two-factor authentication.')).toBeVisible()
  // Changing a setting updates the security score at once.
  await settings.switch('Login alerts').click()
  await expect(security.getByText(/^45 of 100/)).toBeVisible()
  await security.getByRole('button', { name: 'Review' }).click()
  const { dialog } = settings
  await expect(dialog.getByRole('progressbar', { name: 'Security score' })).toHaveAttribute(
    'aria-valuetext',
    '45 of 100',
  )
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Turn on login alerts.' })).toContainText(
    '15 more points',
  )
  const height = (await dialog.boundingBox())?.height
  await dialog.getByRole('tab', { name: 'Sign-in history' }).click()
  const refused = dialog.getByRole('listitem').filter({ hasText: 'Sign-in failed' })
  await expect(refused).toContainText('127.0.0.1')
  await expect(refused.getByText('Failed', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Account created' })).toBeVisible()
  await expectAccessible()
  await expectBox(dialog, (box) => box.height === height, 'every tab has the same height')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('tab', { name: 'Security log' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('listitem').first()).toContainText('Settings changed, login alerts')
  await expect(dialog.getByRole('listitem').first()).toContainText(/Chrome on /)
  // The advice can be applied from its line: a switch at once, any other advice in its own dialog.
  await dialog.getByRole('tab', { name: 'Overview' }).click()
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Security score' })).toHaveAttribute(
    'aria-valuetext',
    '60 of 100',
  )
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(settings.switch('Login alerts')).toBeChecked()
  await expect(security.getByRole('button', { name: 'Review' })).toBeFocused()
})

test('SET-01 sections stand in two columns, in one below 1600 pixels, and are jumped to', async ({
  enter,
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await enter('/settings')
  const topOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y
  await expect.poll(async () => (await topOf('Security')) === (await topOf('Payment Settings'))).toBe(true)
  await page.setViewportSize({ width: 1599, height: 1000 })
  const apart = async () => ((await topOf('Payment Settings')) ?? 0) - ((await topOf('Security')) ?? 0)
  await expect.poll(apart).toBeGreaterThan(50)
  await page.getByRole('link', { name: 'Privacy & Data' }).click()
  await expect(page.getByRole('region', { name: 'Privacy & Data' })).toBeInViewport()
})
