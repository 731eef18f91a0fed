// axe on every screen of identity and of the frame, in all three themes, and at phone width.
import { stopClock, tickDuring } from '../support/clock'
import { recordTransactions } from '../support/money'
import { expect, test } from '../support/test'

test('AUTH-01 AUTH-02 sign-in and sign-up are accessible', async ({ auth, expectAccessible }) => {
  await auth.openSignUp()
  await auth.createButton.click()
  await auth.password.fill('abc')
  await expectAccessible()
  await auth.openSignIn()
  await auth.signInButton.click()
  await expectAccessible()
})

test('LOCK-05 the lock and its warning are accessible', async ({
  enter,
  expectAccessible,
  lock,
  page,
  shell,
}) => {
  await page.clock.install()
  await enter('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await stopClock(page)
  await page.clock.fastForward('29:15')
  await page.clock.runFor(25_000)
  await expect(lock.extend).toBeVisible()
  await tickDuring(page, () => expectAccessible())
  await page.clock.fastForward('02:00')
  await page.clock.resume()
  await lock.isShown()
  await expectAccessible()
})

test('SHELL-02 the screens of the frame are accessible', async ({ enter, expectAccessible, page, shell }) => {
  test.slow()
  await enter('/')
  for (const [path, title] of [
    ['/', 'Dashboard'],
    ['/my-account', 'Finances'],
    ['/payment-history', 'Sales History'],
    ['/transaction-history', 'Transaction History'],
    ['/cards', 'Payment Cards'],
    ['/notifications', 'Notifications'],
    ['/beneficiaries', 'Clients'],
    ['/documents', 'Beat Library'],
    ['/applications', 'Analytics'],
    ['/nowhere', 'Page not found'],
  ] as const) {
    await page.goto(path)
    await expect(shell.heading(title)).toBeVisible()
    await expectAccessible()
  }
  await shell.userMenu.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible()
})

test('PROF-01 PROF-03 the profile and its dialogs are accessible', async ({
  enter,
  expectAccessible,
  page,
  profile,
}) => {
  test.slow()
  await enter('/profile')
  await expectAccessible()
  await profile.startEditing()
  await profile.field('First name').fill('')
  await profile.save.click()
  await expectAccessible()
  await profile.field('First name').fill('Maya')
  await profile.save.click()
  await expect(profile.currentPassword).toBeFocused()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(profile.dialog).toHaveCount(0)
  await profile.changePassword.click()
  await expect(profile.currentPassword).toBeFocused()
  await expectAccessible()
})

test('SET-01 SET-04 the settings and their dialogs are accessible', async ({
  enter,
  expectAccessible,
  page,
  settings,
}) => {
  test.slow()
  await enter('/settings')
  await expect(settings.setUpTwoFactor).toBeVisible()
  await expectAccessible()
  await settings.setUpTwoFactor.click()
  await expect(settings.dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(settings.dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Manage' }).click()
  await expect(settings.dialog.getByText('This device')).toBeVisible()
  await expectAccessible()
})

test('FIN-02 FIN-04 Finances and its dialogs are accessible', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  finances,
  page,
  request,
  shell,
}) => {
  test.slow()
  await recordTransactions(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Opening', amount: 500 },
    { type: 'payment', title: 'Rent', amount: -20, status: 'pending' },
    { type: 'withdrawal', title: 'To the bank', amount: -10, status: 'failed' },
  ])
  await enter('/my-account')
  await expect(finances.recentRows).toHaveCount(3)
  await expectAccessible()
  await finances.withdraw.click()
  await finances.amount.fill('900')
  await finances.submit('Withdraw').click()
  await expect(finances.dialog.getByText(/Not enough money/)).toBeVisible()
  await expectAccessible()
  await shell.discard()
  await expect(finances.dialog).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})

test('TXN-01 the transaction history and its dialogs are accessible', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  shell,
  transactions,
}) => {
  test.slow()
  await enter('/transaction-history')
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible()
  await expectAccessible()
  await recordTransactions(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Opening', amount: 500 },
    { type: 'payment', title: 'Rent', amount: -20, status: 'pending' },
    { type: 'withdrawal', title: 'To the bank', amount: -10, status: 'failed' },
  ])
  await page.reload()
  await expect(transactions.rows).toHaveCount(3)
  await expectAccessible()
  await transactions.filters.click()
  await expect(transactions.tick('Pending')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await transactions.add.click()
  await transactions.choice('Type').selectOption('other')
  await transactions.submit('Add transaction').click()
  await expect(transactions.dialog.getByText('Enter a title')).toBeVisible()
  await expectAccessible()
  await shell.discard()
  await expect(transactions.dialog).toHaveCount(0)
  await transactions.row('Rent').getByRole('button', { name: 'Rent', exact: true }).click()
  await expect(transactions.dialog.getByText('TXN-002')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(transactions.dialog).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})

test('SHELL-07 phone-sized screens are accessible', async ({ enter, expectAccessible, page, shell }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter('/')
  await expect(shell.heading('Dashboard')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
  await expectAccessible()
})
