// Finances: the quick actions, what the wallet holds, moving money in and out, the first cards, and the newest
// transactions.
import { call } from '../../support/account'
import { AMEX, addCards, MASTERCARD, PIN, setPin, VISA } from '../../support/cards'
import { fetchBalances, recordTransactions } from '../../support/money'
import { expect, test } from '../../support/test'

test('FIN-02 the wallet shows its balance in US dollars, and Pay leads to the clients', {
  tag: '@core',
}, async ({ account, baseURL, enter, finances, page, request, shell }) => {
  await recordTransactions(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Opening', amount: 25450.75 },
  ])
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

test('FIN-06 a deposit and a withdrawal move balance, sums and newest transactions at once', {
  tag: '@core',
}, async ({ account, baseURL, enter, finances, page, request, shell }) => {
  await enter('/my-account')
  await expect(finances.balance).toHaveText('$0.00')
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible()

  await finances.moveMoney('Deposit', '1,250.50', 'Advance for Midnight Drive')
  await expect(shell.toast('Deposit of $1,250.50 recorded')).toBeVisible()
  await expect(finances.balance).toHaveText('$1,250.50')
  await expect(finances.recentRows).toHaveCount(1)
  await expect(finances.recentRows.first()).toContainText('+$1,250.50')
  await expect(finances.deposit).toBeFocused()

  await finances.moveMoney('Withdraw', '0.75')
  await expect(shell.toast('Withdrawal of $0.75 recorded')).toBeVisible()
  await expect(finances.balance).toHaveText('$1,249.75')
  await expect(finances.recentRows.first()).toContainText('−$0.75')
  await expect(page.getByRole('main').getByText('+$1,250.50').first()).toBeVisible()
  expect(await fetchBalances(request, baseURL ?? '', account)).toMatchObject({ Wallet: 1249.75 })

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
  await recordTransactions(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Opening', amount: 100 },
  ])
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
    ['1.005', 'Use up to two decimals'],
    ['0.00', 'Enter an amount above zero'],
    ['1000000000001', 'Enter up to 1,000,000,000,000.00'],
  ] as const) {
    await finances.amount.fill(typed)
    await finances.submit('Deposit').click()
    await expect(finances.dialog.getByText(said, { exact: true }), typed).toBeVisible()
  }
  expect(sent).toBe(0)
})

test('FIN-06 a deposit whose answer was lost is sent again under the same key and happens once', {
  tag: '@core',
}, async ({ account, allow, baseURL, enter, finances, page, request }) => {
  allow(/net::ERR_FAILED/)
  const keys: (string | null)[] = []
  await page.route('**/api/wallet/deposit', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'))
    if (keys.length > 1) return route.continue()
    // The request reaches the server, but its answer is lost.
    await route.fetch()
    await route.abort()
  })
  await enter('/my-account')
  await finances.deposit.click()
  await finances.amount.fill('40')
  await finances.submit('Deposit').click()
  await expect(finances.dialog.getByRole('alert')).toContainText("Can't reach Ledgerline")
  await finances.submit('Deposit').click()
  await expect(finances.dialog).toHaveCount(0)
  await expect(finances.balance).toHaveText('$40.00')
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await fetchBalances(request, baseURL ?? '', account)).toMatchObject({ Wallet: 40 })

  await finances.moveMoney('Deposit', '40')
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
  await recordTransactions(
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
  await recordTransactions(request, baseURL ?? '', account, [
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

test('FIN-03 the first two cards are shown, and a link leads to all of them when there are more', {
  tag: '@core',
}, async ({ account, baseURL, cards, enter, page, request, shell }) => {
  await enter('/my-account')
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
  await addCards(request, baseURL ?? '', account, VISA, MASTERCARD)
  await page.reload()
  await expect(cards.maskedCard('Visa ending 4207')).toBeVisible()
  await expect(cards.maskedCard('Mastercard ending 5819')).toBeVisible()
  await expect(page.getByRole('link', { name: /^View All Cards/ })).toHaveCount(0)
  await addCards(request, baseURL ?? '', account, AMEX)
  await page.reload()
  const panel = page.getByRole('region', { name: 'Payment Cards' })
  await expect(panel.getByRole('button', { name: /show details$/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'View All Cards (3)' }).click()
  await expect(page).toHaveURL(/\/cards$/)
  await expect(shell.heading('Payment Cards')).toBeVisible()
})

test('FIN-05 a card asks for the PIN, each card for itself', { tag: '@core' }, async ({
  account,
  baseURL,
  cards,
  enter,
  request,
  shell,
}) => {
  await addCards(request, baseURL ?? '', account, VISA, MASTERCARD)
  await setPin(request, baseURL ?? '', account)
  await enter('/my-account')
  await cards.maskedCard('Visa ending 4207').click()
  await expect(cards.pin()).toBeFocused()
  await cards.enterPin('9999')
  await expect(cards.dialog.getByText('Incorrect PIN!')).toBeVisible()
  await cards.enterPin(PIN)
  await expect(shell.toast('Card details revealed!')).toBeVisible()
  await expect(cards.revealedCard('4242 4242 4242 4207')).toContainText('08/31')
  await cards.maskedCard('Mastercard ending 5819').click()
  await expect(cards.pin()).toBeFocused()
  await cards.submit('Cancel').click()
  await cards.revealedCard('4242 4242 4242 4207').click()
  await expect(cards.maskedCard('Visa ending 4207')).toBeVisible()
})

test('FIN-01 Help has guides, keys, version and the way to the API; without an address Contact says so', async ({
  enter,
  expectAccessible,
  finances,
  page,
  shell,
}) => {
  await enter('/my-account')
  const open = finances.quickActions.getByRole('button', { name: 'Help' })
  await open.click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await help.getByText('See a full card number').click()
  await expect(help.getByText(/Five wrong PINs lock them/)).toBeVisible()
  await expect(help.getByText(/^\d+\.\d+\.\d+$/)).toBeVisible()
  await expect(help.getByRole('link', { name: /API reference/ })).toHaveAttribute('href', '/api/docs')
  await expectAccessible()
  await help.getByRole('button', { name: 'Contact support' }).click()
  await expect(shell.toast('Help and support coming soon!')).toBeVisible()
  await help.getByRole('button', { name: 'Close' }).last().click()
  await expect(help).toHaveCount(0)
  await expect(open).toBeFocused()
  // The help opens by its key on every screen, but not while someone types.
  await page.goto('/cards')
  await shell.heading('Payment Cards').waitFor()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search cards' }).press('?')
  await expect(page.getByRole('searchbox', { name: 'Search cards' })).toHaveValue('?')
  await expect(help).toHaveCount(0)
})

test('FIN-01 Help writes to the support address where there is one', async ({ enter, finances, page }) => {
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), support_email: 'help@studio.example' } })
  })
  await enter('/my-account')
  await finances.quickActions.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('link', { name: 'help@studio.example' })).toHaveAttribute(
    'href',
    /^mailto:help@studio\.example\?/,
  )
})

test('FIN-06 money comes from a card and goes to a client', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  finances,
  request,
  shell,
}) => {
  const url = baseURL ?? ''
  await addCards(request, url, account, VISA)
  await call(request, url, account.token, 'POST', '/beneficiaries', {
    name: 'Kito Sound',
    email: 'kito@studio.example',
    account_number: '123',
    bank_name: 'First Harbor Bank',
  })
  await enter('/my-account')
  await finances.deposit.click()
  await expect(finances.dialog.getByRole('combobox', { name: 'From' })).toContainText('Visa ending 4207')
  await finances.amount.fill('90')
  await finances.submit('Deposit').click()
  await expect(shell.toast('Deposit of $90.00 recorded')).toBeVisible()
  await finances.withdraw.click()
  await finances.amount.fill('30')
  await finances.dialog.getByRole('combobox', { name: 'To' }).selectOption('Kito Sound, First Harbor Bank')
  await finances.submit('Withdraw').click()
  await expect(shell.toast('Withdrawal of $30.00 recorded')).toBeVisible()
  await finances.recent.getByRole('button', { name: /Withdrawal$/ }).click()
  await expect(finances.dialog.getByText('Kito Sound')).toBeVisible()
  const { cards } = await (await call(request, url, account.token, 'GET', '/cards')).json()
  const { beneficiaries } = await (await call(request, url, account.token, 'GET', '/beneficiaries')).json()
  const { transactions } = await (await call(request, url, account.token, 'GET', '/transactions')).json()
  expect(transactions).toMatchObject([
    { amount: -30, beneficiary_id: beneficiaries[0].id },
    { amount: 90, card_id: cards[0].id },
  ])
})
