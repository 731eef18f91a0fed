// Behavior that both histories share: filters by days, amounts and account, sorting by column, keeping the scroll
// position; and the checks of the forms that record money.
import { call } from '../../support/account'
import { addClient, sell } from '../../support/clients'
import { daysAgo } from '../../support/days'
import { addToLibrary, fileOf } from '../../support/media'
import { type Entry, recordTransactions } from '../../support/money'
import { scrollUntilMoreIsLoaded } from '../../support/scrolling'
import { expect, test } from '../../support/test'

const ENTRIES: Entry[] = [
  { type: 'deposit', title: 'Advance', amount: 1200, date: daysAgo(0), time: '09:42' },
  { type: 'payment', title: 'Studio rent', amount: -640, date: daysAgo(1), time: '18:05' },
  { type: 'payment', title: 'Cables', amount: -40, date: daysAgo(2), time: '12:00' },
  { type: 'deposit', title: 'Berlin gig', amount: 300, currency: 'EUR', date: daysAgo(400), time: '08:00' },
]

test('LIST-01 transactions narrow by days, amount and account, sort by column, and keep all of it', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  transactions,
}) => {
  await enter('/transaction-history')
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible()
  await expect(transactions.filters).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()

  await recordTransactions(request, baseURL ?? '', account, ENTRIES)
  await page.reload()
  await expect(transactions.rows).toHaveCount(4)
  await expect(transactions.table.getByRole('columnheader', { name: 'Date' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const amount = transactions.table.getByRole('columnheader', { name: 'Amount' })
  await amount.getByRole('button').click()
  await expect(transactions.rows).toHaveText([/Advance/, /Berlin gig/, /Cables/, /Studio rent/])
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'ascending')
  await expect(transactions.rows.first()).toContainText('Studio rent')

  await transactions.filters.click()
  await page.getByRole('combobox', { name: 'Dates' }).selectOption('Last 7 days')
  await expect(transactions.rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Money out' }).click()
  await expect(transactions.rows).toHaveText([/Studio rent/, /Cables/])
  await page.getByRole('textbox', { name: 'Min amount' }).fill('100')
  await expect(transactions.rows).toHaveText([/Studio rent/])
  await page.getByRole('textbox', { name: 'Max amount' }).fill('50')
  await expect(page.getByText('Max is below min')).toBeVisible()
  await page.getByRole('textbox', { name: 'Max amount' }).fill('lots')
  await expect(page.getByText('Enter a number such as 120 or 1,250.50')).toBeVisible()
  await page.getByRole('textbox', { name: 'Max amount' }).fill('')
  await expect(transactions.rows).toHaveText([/Studio rent/])
  await expectAccessible()
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(transactions.rows).toHaveText([/Studio rent/])
  const chips = page.getByRole('group', { name: 'Active filters' })
  await expect(chips.getByRole('button')).toHaveText([
    'Last 7 days',
    'Money out, 100 or more',
    'Sorted by amount, lowest first',
    'Clear all',
  ])
  await page.getByRole('link', { name: 'Clients' }).first().click()
  await page.goBack()
  await expect(transactions.rows).toHaveText([/Studio rent/])
  await chips.getByRole('button', { name: 'Remove filter: Money out, 100 or more' }).click()
  await expect(transactions.rows).toHaveCount(3)
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await expect(transactions.rows).toHaveCount(4)
  await expect(page).toHaveURL(/\/transaction-history$/)

  await transactions.filters.click()
  await page.getByRole('combobox', { name: 'Account' }).selectOption('Euro account')
  await expect(transactions.rows).toHaveText([/Berlin gig/])
})

test('LIST-01 Back keeps the place in a long history', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  page,
  request,
  transactions,
}) => {
  test.slow()
  const entries = Array.from({ length: 130 }, (_, index) => ({
    type: 'deposit' as const,
    title: `Entry ${index}`,
    amount: index + 1,
    date: daysAgo(index),
  }))
  await recordTransactions(request, baseURL ?? '', account, entries)
  await enter('/transaction-history')
  await expect(transactions.rows.first()).toContainText('Entry 0')
  await scrollUntilMoreIsLoaded(page)
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(2000)
  await page.getByRole('link', { name: 'Clients' }).first().click()
  await expect(page).toHaveURL(/beneficiaries/)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 200)
})

test('LIST-01 sales narrow by amount and currency, sort by column, and open by a click on their row', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  sales,
}) => {
  await sell(request, baseURL ?? '', account, [
    { title: 'Midnight Drive', amount: 1200, client: 'Nova Records', date: daysAgo(0) },
    { title: 'Glass Garden', amount: 149, client: 'Ade Balogun', date: daysAgo(1) },
    { title: 'Copper Sun', amount: 39, client: 'Iris Vance', currency: 'EUR', date: daysAgo(2) },
  ])
  await enter('/payment-history')
  await expect(sales.rows).toHaveCount(3)
  await sales.table.getByRole('button', { name: 'Amount' }).click()
  await sales.table.getByRole('button', { name: 'Amount' }).click()
  await expect(sales.rows).toHaveText([/Copper Sun/, /Glass Garden/, /Midnight Drive/])
  await sales.table.getByRole('button', { name: 'Transaction' }).click()
  await sales.table.getByRole('button', { name: 'Transaction' }).click()
  await expect(sales.rows).toHaveText([/Midnight Drive/, /Glass Garden/, /Copper Sun/])
  await expect(page.getByRole('button', { name: /Z to A$/ })).toBeVisible()
  await sales.filter.click()
  await page.getByRole('textbox', { name: 'Min amount' }).fill('100')
  await page.getByRole('textbox', { name: 'Max amount' }).fill('500')
  await expect(sales.rows).toHaveText([/Glass Garden/])
  await expectAccessible()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset filter' }).click()
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await expect(sales.rows).toHaveText([/Copper Sun/])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(sales.rows).toHaveText([/Copper Sun/])
  await sales.row('Copper Sun').getByText('SALE-003').click()
  await expect(sales.dialog).toContainText('Iris Vance')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Clear all' }).click()
  for (const [typed, found] of [
    ['SALE-002', /Glass Garden/],
    ['1200', /Midnight Drive/],
  ] as const) {
    await sales.search.fill(typed)
    await expect(sales.rows).toHaveText([found])
  }
})

test('MOVE-01 money is moved between own accounts at a rate, and shown with both of them', {
  tag: '@core',
}, async ({ account, baseURL, enter, expectAccessible, finances, page, request, shell, transactions }) => {
  await recordTransactions(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Opening', amount: 1000 },
  ])
  await enter('/my-account')
  await page.getByRole('main').getByRole('button', { name: 'Transfer' }).click()
  const field = (name: string) => finances.dialog.getByRole('textbox', { name, exact: true })
  await finances.dialog.getByRole('combobox', { name: 'To' }).selectOption('Euro account')
  await field('Amount').fill('1000.01')
  await finances.dialog.getByRole('button', { name: 'Record Transfer' }).click()
  await expect(field('Amount')).toHaveAccessibleDescription('This is more than the account holds')
  await expect(field('Received')).toHaveAccessibleDescription('Enter the rate or the amount received')
  await field('Amount').fill('500')
  await field('Rate').fill('0.8621')
  await expect(field('Received')).toHaveValue('431.05')
  await field('Received').fill('430')
  await expect(field('Rate')).toHaveValue('0.86')
  await expect(finances.dialog).toContainText('Wallet after$500.00')
  await expect(finances.dialog).toContainText('Euro account after€430.00')
  await expect(finances.dialog).toContainText("Ledgerline doesn't move money")
  await expectAccessible()
  await finances.dialog.getByRole('button', { name: 'Record Transfer' }).click()
  await expect(shell.toast('Transfer recorded')).toBeVisible()
  await expect(finances.balance).toHaveText('$500.00')
  await expect(finances.accounts).toHaveText([/\$0\.00$/, /€430\.00$/, /£0\.00$/])

  await finances.viewAll.click()
  const row = transactions.row('Wallet to Euro account')
  await expect(row).toContainText('Transfer')
  await expect(row).toContainText('$500.00')
  await row
    .getByRole('button', { name: /Wallet to Euro account$/ })
    .first()
    .click()
  for (const fact of ['FromWallet', 'ToEuro account', 'Received€430.00', 'Rate€0.86 per $1']) {
    await expect(transactions.dialog).toContainText(fact)
  }
  await expect(transactions.dialog.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('TRUE-01 forms that record money say so, settings say what they do, and the default currency is used', async ({
  account,
  baseURL,
  clients,
  enter,
  finances,
  page,
  request,
  sales,
  settings,
  transactions,
}) => {
  await addClient(request, baseURL ?? '', account, { name: 'Nova Records' })
  await enter('/my-account')
  for (const button of [finances.deposit, finances.withdraw]) {
    await button.click()
    await expect(finances.dialog).toHaveAccessibleDescription(/Ledgerline doesn't move money/)
    await page.keyboard.press('Escape')
    await expect(finances.dialog).toHaveCount(0)
  }
  await finances.pay.click()
  await clients.card('Nova Records').getByRole('button', { name: 'Pay Nova Records' }).click()
  await expect(finances.dialog).toHaveAccessibleDescription(/Ledgerline doesn't move money/)
  await page.keyboard.press('Escape')

  await page.goto('/settings')
  for (const [name, help] of [
    ['Push', 'Pop-up messages while Ledgerline is open'],
    ['Messages', 'Answers to your applications'],
    ['Show online status', "A dot on your public page while you're active"],
    ['Allow messages', 'Visitors of your public page can write to you'],
  ] as const) {
    await expect(settings.switch(name)).toHaveAccessibleDescription(help)
  }
  await settings.switch('Automatic withdrawal').click()
  const told = page.waitForRequest((call) => call.postData()?.includes('auto_withdraw_bank') ?? false)
  await page.getByRole('textbox', { name: 'Withdraw to' }).fill('First Harbor Bank')
  await page.keyboard.press('Tab')
  expect((await told).postDataJSON()).toEqual({ auto_withdraw_bank: 'First Harbor Bank' })
  const saved = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('default_currency') ?? false,
  )
  await page.getByRole('combobox', { name: 'Default currency' }).selectOption('EUR')
  await saved
  await page.goto('/payment-history')
  await sales.record.click()
  await expect(sales.choice('Currency')).toHaveValue('EUR')
  await page.keyboard.press('Escape')

  // A transaction of a sale is changed through the sale.
  await sell(request, baseURL ?? '', account, [{ title: 'Glass Garden', amount: 149, client: 'Ade Balogun' }])
  await page.goto('/transaction-history')
  const row = transactions.row('Sale: Glass Garden')
  await expect(row.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0)
  await row.getByRole('button', { name: /^View details/ }).click()
  await transactions.submit('View sale').click()
  await expect(page).toHaveURL(/payment-history\?sale=/)
  await expect(sales.dialog).toContainText('SALE-001')
})

test('TRUE-03 a beat sold exclusively is not sold again, and a day far from today is asked about', {
  tag: '@core',
}, async ({ account, baseURL, enter, expectAccessible, request, sales, shell }) => {
  const url = baseURL ?? ''
  const [id] = await addToLibrary(request, url, account, [fileOf('Velvet Static.mp3', 'mp3', 2)])
  await sell(request, url, account, [
    { title: 'Velvet Static', beat_id: id, amount: 1500, client: 'Nova Records', license: 'exclusive' },
  ])
  await enter('/payment-history')
  await sales.record.click()
  await sales.beat.pressSequentially('velv')
  const option = sales.beatSuggestions.filter({ hasText: 'Velvet Static' })
  await expect(option).toContainText('Sold exclusively')
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await sales.beat.press('ArrowDown')
  await sales.beat.press('Enter')
  await expect(sales.beat).toHaveAccessibleDescription(
    /“Velvet Static” was sold exclusively to Nova Records on .*, so it can't be sold again\. View SALE-001/,
  )
  await expect(sales.dialog.getByRole('link', { name: 'View SALE-001' })).toHaveAttribute('target', '_blank')
  await expectAccessible()
  await sales.client.fill('Ade Balogun')
  await sales.field('Amount').fill('39')
  await sales.submit('Record Sale').click()
  await expect(sales.beat).toBeFocused()
  await expect(sales.dialog).toBeVisible()

  await sales.beat.fill('Paper Moons')
  await sales.dialog.getByLabel('Date').fill('2040-01-01')
  await sales.submit('Record Sale').click()
  await expect(sales.dialog.getByText("That's in 2040. Is that right?")).toBeVisible()
  await sales.dialog.getByRole('button', { name: "Yes, that's right" }).click()
  await sales.submit('Record Sale').click()
  await expect(shell.toast('Sale recorded')).toBeVisible()
  const { sales: sold } = await (await call(request, url, account.token, 'GET', '/sales')).json()
  expect(sold.map(({ title }: { title: string }) => title).sort()).toEqual(['Paper Moons', 'Velvet Static'])
})

test('CHART-01 days are bars, months a straight line, and every figure names its marks and its currency', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  figures,
  request,
}) => {
  await sell(request, baseURL ?? '', account, [
    { title: 'Glass Garden', amount: 300, client: 'Ade Balogun', date: daysAgo(3) },
    { title: 'Copper Sun', amount: 149, client: 'Iris Vance', currency: 'EUR', date: daysAgo(1) },
    { title: 'Slow Harbor', amount: 80, client: 'Iris Vance', date: daysAgo(40) },
  ])
  await enter('/applications')
  const panel = figures.panel('Sales Performance')
  await expect(panel.getByText('This period, USD')).toBeVisible()
  await expect(panel.getByText('Previous 30 days').first()).toBeVisible()
  // One bar for the one day with a sale in US dollars, and no line.
  await expect(panel.locator('svg path.fill-series-1')).toHaveCount(1)
  await expect(panel.locator('svg path.stroke-series-1')).toHaveCount(0)
  for (const text of ['Clients with a completed sale, USD', 'Completed out of all sales, USD']) {
    await expect(figures.main.getByText(text)).toBeVisible()
  }
  await expect(figures.main.getByText('Per day, USD')).toHaveCount(2)
  await expect(figures.main.getByText('Previous', { exact: true })).toHaveCount(2)
  await expectAccessible()

  await figures.choice('12 months').click()
  const line = panel.locator('svg path.stroke-series-1')
  await expect(line).toHaveCount(1)
  await expect(line).toHaveAttribute('d', /^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){11,12}$/)
})
