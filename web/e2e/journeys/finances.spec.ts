// Finances: what the wallet holds, moving money in and out, and the newest transactions.
import { balances, record } from '../support/money'
import { expect, test } from '../support/test'

test('FIN-02 the wallet shows its balance in US dollars, and Pay leads to the clients', async ({
  account,
  baseURL,
  enter,
  finances,
  page,
  request,
  shell,
}) => {
  await record(request, baseURL ?? '', account, [{ type: 'deposit', title: 'Opening', amount: 25450.75 }])
  await enter('/my-account')
  await expect(finances.balance).toHaveText('$25,450.75')
  await finances.pay.click()
  await expect(page).toHaveURL(/\/beneficiaries$/)
  await expect(shell.heading('Clients')).toBeVisible()
})

test('FIN-01 quick actions lead to cards, notifications and settings', async ({
  enter,
  finances,
  page,
  shell,
}) => {
  for (const [name, path, title] of [
    ['Add Card', '/cards', 'Payment Cards'],
    ['Notifications', '/notifications', 'Notifications'],
    ['Settings', '/settings', 'Settings'],
  ] as const) {
    await enter('/my-account')
    await finances.quickActions.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(shell.heading(title)).toBeVisible()
  }
})

test('FIN-06 a deposit and a withdrawal move balance, sums and newest transactions at once', async ({
  account,
  baseURL,
  enter,
  finances,
  page,
  request,
  shell,
}) => {
  await enter('/my-account')
  await expect(finances.balance).toHaveText('$0.00')
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible()

  await finances.move('Deposit', '1,250.50', 'Advance for Midnight Drive')
  await expect(shell.toast('$1,250.50 deposited')).toBeVisible()
  await expect(finances.balance).toHaveText('$1,250.50')
  await expect(finances.recentRows).toHaveCount(1)
  await expect(finances.recentRows.first()).toContainText('+$1,250.50')
  await expect(finances.deposit).toBeFocused()

  await finances.move('Withdraw', '0.75')
  await expect(shell.toast('$0.75 withdrawn')).toBeVisible()
  await expect(finances.balance).toHaveText('$1,249.75')
  await expect(finances.recentRows.first()).toContainText('−$0.75')
  await expect(page.getByRole('main').getByText('+$1,250.50').first()).toBeVisible()
  expect(await balances(request, baseURL ?? '', account)).toMatchObject({ Wallet: 1249.75 })

  await finances.recent.getByRole('button', { name: /Deposit$/ }).click()
  await expect(finances.dialog.getByText('Advance for Midnight Drive')).toBeVisible()
})

test('FIN-06 more than the wallet holds is refused beside the field, and nothing moves', async ({
  account,
  baseURL,
  enter,
  finances,
  request,
}) => {
  await record(request, baseURL ?? '', account, [{ type: 'deposit', title: 'Opening', amount: 100 }])
  await enter('/my-account')
  await finances.withdraw.click()
  await finances.amount.fill('100.01')
  await finances.submit('Withdraw').click()
  await expect(finances.amount).toHaveAccessibleDescription(/Not enough money: Wallet holds \$100\.00/)
  await expect(finances.amount).toBeFocused()
  await finances.amount.fill('100')
  await finances.submit('Withdraw').click()
  await expect(finances.dialog).toHaveCount(0)
  await expect(finances.balance).toHaveText('$0.00')
})

test('FIN-06 an amount that makes no sense is told before anything is sent', async ({
  enter,
  finances,
  page,
}) => {
  await enter('/my-account')
  let sent = 0
  page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().includes('/wallet/')) sent += 1
  })
  await finances.deposit.click()
  for (const [typed, said] of [
    ['', 'Enter an amount'],
    ['abc', 'Enter a number such as 120 or 1,250.50'],
    ['-5', 'Enter a number such as 120 or 1,250.50'],
    ['1,5', 'Enter a number such as 120 or 1,250.50'],
    ['1.005', 'Use at most two decimals'],
    ['0.00', 'Enter more than zero'],
    ['1000000000001', 'Enter at most 1,000,000,000,000.00'],
  ] as const) {
    await finances.amount.fill(typed)
    await finances.submit('Deposit').click()
    await expect(finances.dialog.getByText(said, { exact: true }), typed).toBeVisible()
  }
  expect(sent).toBe(0)
})

test('FIN-06 a deposit whose answer was lost is sent again under the same key and happens once', async ({
  account,
  allow,
  baseURL,
  enter,
  finances,
  page,
  request,
}) => {
  allow(/net::ERR_FAILED/)
  const keys: (string | null)[] = []
  await page.route('**/api/wallet/deposit', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'))
    if (keys.length > 1) return route.continue()
    // It arrives, but the answer does not come back.
    await route.fetch()
    await route.abort()
  })
  await enter('/my-account')
  await finances.deposit.click()
  await finances.amount.fill('40')
  await finances.submit('Deposit').click()
  await expect(finances.dialog.getByRole('alert')).toContainText('Ledgerline cannot be reached')
  await finances.submit('Deposit').click()
  await expect(finances.dialog).toHaveCount(0)
  await expect(finances.balance).toHaveText('$40.00')
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await balances(request, baseURL ?? '', account)).toMatchObject({ Wallet: 40 })

  await finances.move('Deposit', '40')
  await expect(finances.balance).toHaveText('$80.00')
  expect(keys[2]).not.toBe(keys[0])
})

test('FIN-04 the newest five transactions are shown, and View All leads to the history', async ({
  account,
  baseURL,
  enter,
  finances,
  page,
  request,
  shell,
}) => {
  const days = ['01', '02', '03', '04', '05', '06', '07']
  await record(
    request,
    baseURL ?? '',
    account,
    days.map((day) => ({ type: 'deposit', title: `Sale ${day}`, amount: 10, date: `2026-03-${day}` })),
  )
  await enter('/my-account')
  await expect(finances.recentRows).toHaveCount(5)
  await expect(finances.recentRows.first()).toContainText('Sale 07')
  await expect(finances.recentRows.last()).toContainText('Sale 03')
  await finances.viewAll.click()
  await expect(page).toHaveURL(/\/transaction-history$/)
  await expect(shell.heading('Transaction History')).toBeVisible()
})

test('FIN-08 other currencies are shown with their own sign', async ({
  account,
  baseURL,
  enter,
  finances,
  request,
}) => {
  await record(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Paris', amount: 1200.5, currency: 'EUR' },
    { type: 'deposit', title: 'Leeds', amount: 980, currency: 'GBP' },
    { type: 'payment', title: 'Plugin', amount: -30.05, currency: 'GBP' },
  ])
  await enter('/my-account')
  await expect(finances.accounts).toHaveText([/\$0\.00$/, /€1,200\.50$/, /£949\.95$/])
  await expect(finances.recentRows.filter({ hasText: 'Plugin' })).toContainText('−£30.05')
  await expect(finances.recentRows.filter({ hasText: 'Paris' })).toContainText('+€1,200.50')
})

test('FIN-04 what cannot be loaded is told, and can be tried again', async ({
  allow,
  enter,
  finances,
  page,
}) => {
  allow(/status of 500/)
  await page.clock.install()
  await page.route('**/api/wallet', (route) => route.fulfill({ status: 500 }))
  await enter('/my-account')
  await page.clock.runFor(10_000)
  await expect(page.getByRole('alert')).toContainText('Failed to load account data')
  await page.unroute('**/api/wallet')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(finances.balance).toHaveText('$0.00')
})
