// The transaction history: finding, recording, changing and deleting, and a long list.
import { stopClock, tickDuring } from '../../support/clock'
import { expectNoSidewaysScroll } from '../../support/layout'
import { type Entry, fetchBalances, recordTransactions } from '../../support/money'
import { scrollUntilMoreIsLoaded } from '../../support/scrolling'
import { expect, test } from '../../support/test'

const FIVE: Entry[] = [
  { type: 'deposit', title: 'Exclusive, Midnight Drive', amount: 1200, date: '2026-11-14', time: '09:42' },
  { type: 'payment', title: 'Studio rent', amount: -640, date: '2026-11-12', time: '18:05' },
  {
    type: 'deposit',
    title: 'Unlimited, Northern Line',
    amount: 450,
    status: 'pending',
    date: '2026-11-12',
    time: '11:20',
  },
  { type: 'other', title: 'Refund from Kito', amount: 12.5, date: '2026-11-10', time: '15:31' },
  {
    type: 'withdrawal',
    title: 'To First Harbor Bank',
    amount: -1500,
    status: 'failed',
    date: '2026-11-07',
    time: '08:14',
  },
]

test('TXN-01 the history has seven columns, newest first, signed amounts to the right', {
  tag: '@core',
}, async ({ account, baseURL, enter, request, transactions }) => {
  await recordTransactions(request, baseURL ?? '', account, FIVE)
  await enter('/transaction-history')
  await expect(transactions.table.getByRole('columnheader')).toHaveText([
    'Type',
    'Transaction',
    'Date',
    'Time',
    'Amount',
    'Status',
    'Actions',
  ])
  await expect(transactions.rows).toHaveCount(5)
  await expect(transactions.rows.first().getByRole('cell')).toHaveText([
    'Deposit',
    /Exclusive, Midnight Drive.*TXN-001/,
    'Nov 14, 2026',
    '9:42 AM',
    /^\+\$1,200\.00/,
    'Completed',
    '',
  ])
  await expect(transactions.rows.last()).toContainText('−$1,500.00')
  await expect(transactions.rows.first().getByRole('cell').nth(4)).toHaveCSS('text-align', 'right')
})

test("TXN-01 Back leads to Finances and says 'Returning to Finances...'", async ({
  enter,
  page,
  shell,
  transactions,
}) => {
  await enter('/transaction-history')
  await transactions.back.click()
  await expect(page).toHaveURL(/\/my-account$/)
  await expect(shell.toast('Returning to Finances...')).toBeVisible()
})

test('TXN-01 all filters are on at first; switching one off narrows the list and stays in the address', async ({
  account,
  baseURL,
  enter,
  page,
  request,
  transactions,
}) => {
  await recordTransactions(request, baseURL ?? '', account, FIVE)
  await enter('/transaction-history')
  await transactions.filters.click()
  const names = ['Deposit', 'Withdrawal', 'Payment', 'Other', 'Completed', 'Pending', 'Failed']
  for (const name of names) await expect(transactions.tick(name), name).toBeChecked()

  await transactions.tick('Deposit').click()
  await expect(transactions.rows).toHaveCount(3)
  await transactions.tick('Failed').click()
  await expect(transactions.rows).toHaveCount(2)
  await expect(page).toHaveURL(/type=withdrawal/)

  await page.reload()
  await expect(transactions.rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters, 2 changed' }).click()
  await expect(transactions.tick('Deposit')).not.toBeChecked()
  // Clicks both checkboxes before the screen has rendered the first change: no click is lost.
  const pending = await transactions.tick('Pending').elementHandle()
  await transactions.tick('Completed').evaluate((completed: HTMLElement, other) => {
    completed.click()
    if (other instanceof HTMLElement) other.click()
  }, pending)
  await expect(page.getByRole('heading', { name: 'No matching transactions' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Reset filters' }).last().click()
  await expect(transactions.rows).toHaveCount(5)
  await expect(page).toHaveURL(/\/transaction-history$/)
})

test('TXN-01 search finds by title, note and number as one types, and keeps to the address', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, transactions }) => {
  await recordTransactions(request, baseURL ?? '', account, [
    ...FIVE,
    { type: 'deposit', title: 'Half', amount: 1, description: 'at 50% off' },
  ])
  await enter('/transaction-history')
  await expect(transactions.rows).toHaveCount(6)
  await transactions.search.fill('midnight')
  await expect(transactions.rows).toHaveCount(1)
  await expect(page).toHaveURL(/q=midnight/)
  await transactions.search.fill('txn-002')
  await expect(transactions.rows).toHaveText([/Studio rent/])
  await transactions.search.fill('50%')
  await expect(transactions.rows).toHaveText([/Half/])
  await page.reload()
  await expect(transactions.search).toHaveValue('50%')
  await expect(transactions.rows).toHaveText([/Half/])
  await transactions.search.fill('nothing of the kind')
  await expect(page.getByRole('heading', { name: 'No matching transactions' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(transactions.rows).toHaveCount(6)
  await expect(transactions.search).toBeFocused()
})

test('TXN-01 a transaction is recorded, looked at, changed and deleted, and the balance follows', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, shell, transactions }) => {
  const wallet = async () => (await fetchBalances(request, baseURL ?? '', account)).Wallet
  await recordTransactions(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Opening', amount: 1000 },
  ])
  await enter('/transaction-history')

  await transactions.add.click()
  await transactions.field('Title').fill('Studio rent, Wharf Road')
  await transactions.choice('Type').selectOption('payment')
  await transactions.field('Amount').fill('640')
  await transactions.dialog.getByLabel('Date').fill('2030-01-31')
  await transactions.dialog.getByLabel('Time').fill('18:05')
  await transactions.field('Description').fill('January')
  await transactions.submit('Add transaction').click()
  await transactions.submit("Yes, that's right").click()
  await transactions.submit('Add transaction').click()
  await expect(shell.toast('Transaction added')).toBeVisible()
  const row = transactions.row('Studio rent')
  await expect(row).toContainText('−$640.00')
  await expect(transactions.rows.first()).toContainText('Studio rent')
  expect(await wallet()).toBe(360)

  await row.getByRole('button', { name: 'View details of Studio rent, Wharf Road' }).click()
  await expect(transactions.dialog).toContainText('Jan 31, 2030')
  await expect(transactions.dialog).toContainText('January')
  await transactions.submit('Edit').click()
  await expect(transactions.field('Amount')).toHaveValue('640.00')
  await transactions.field('Amount').fill('600.25')
  const sent = page.waitForRequest((call) => call.method() === 'PUT')
  await transactions.submit('Save Changes').click()
  expect((await sent).postDataJSON()).toEqual({ amount: -600.25 })
  await expect(row).toContainText('−$600.25')
  expect(await wallet()).toBe(399.75)

  await row.getByRole('button', { name: 'Delete Studio rent, Wharf Road' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(1)
  await stopClock(page)
  await row.getByRole('button', { name: 'Delete Studio rent, Wharf Road' }).click()
  await tickDuring(page, () => expect(shell.toast('Transaction deleted')).toBeVisible())
  await tickDuring(page, () => expect(row).toHaveCount(0))
  expect(await wallet()).toBe(399.75)
  // The request is sent when the time to undo is over.
  await page.clock.fastForward('00:05')
  await page.clock.resume()
  await expect.poll(wallet).toBe(1000)

  await transactions.back.click()
  await expect(page.getByRole('main').getByRole('definition').first()).toHaveText('$1,000.00')
})

test('TXN-01 what is wrong with a transaction stands at its field, the overdraft at the amount', async ({
  enter,
  transactions,
}) => {
  await enter('/transaction-history')
  await transactions.add.click()
  await transactions.dialog.getByLabel('Date').fill('')
  await transactions.submit('Add transaction').click()
  await expect(transactions.field('Title')).toHaveAccessibleDescription('Enter a title')
  await expect(transactions.field('Title')).toBeFocused()
  await expect(transactions.field('Amount')).toHaveAccessibleDescription('Enter an amount')
  await expect(transactions.dialog.getByText('Enter a valid date')).toBeVisible()

  await transactions.field('Title').fill('Too much')
  await transactions.field('Amount').fill('5')
  await transactions.dialog.getByLabel('Date').fill('2026-05-01')
  await transactions.choice('Type').selectOption('other')
  await transactions.dialog.getByRole('button', { name: 'Money out' }).click()
  await transactions.choice('Account').selectOption({ label: 'Euro account (EUR)' })
  await transactions.submit('Add transaction').click()
  await expect(transactions.field('Amount')).toHaveAccessibleDescription(/Not enough money: Euro account/)
  await transactions.dialog.getByRole('button', { name: 'Money in' }).click()
  await transactions.submit('Add transaction').click()
  await expect(transactions.row('Too much')).toContainText('+€5.00')
})

test('TXN-01 a server that refuses a field is heard at that field', async ({ enter, page, transactions }) => {
  await page.route('**/api/transactions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { success: false, error: 'title is odd', fields: { title: 'title is odd' } },
        })
      : route.continue(),
  )
  await enter('/transaction-history')
  await transactions.add.click()
  await transactions.field('Title').fill('Fine')
  await transactions.field('Amount').fill('5')
  await transactions.submit('Add transaction').click()
  await expect(transactions.field('Title')).toHaveAccessibleDescription('title is odd')
})

test('TXN-01 on a phone a row keeps name, day, amount and status, and its actions are in a menu', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, transactions }) => {
  await recordTransactions(request, baseURL ?? '', account, FIVE)
  await page.setViewportSize({ width: 390, height: 844 })
  await enter('/transaction-history')
  const row = transactions.row('Northern Line')
  await expect(row).toContainText('+$450.00')
  await expect(row.getByText('Pending').first()).toBeVisible()
  await expect(row.getByText(/^Nov 12,.* 11:20.AM$/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: 'Actions for Unlimited, Northern Line' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(transactions.field('Title')).toHaveValue('Unlimited, Northern Line')
})

test('TXN-01 a hundred thousand rows scroll without being drawn, page after page', async ({
  enter,
  page,
  transactions,
}) => {
  const TOTAL = 100_000
  await page.route('**/api/transactions?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const start = Number(query.get('cursor') ?? '0')
    const limit = Number(query.get('limit'))
    const rows = Array.from({ length: Math.min(limit, TOTAL - start) }, (_, index) => longRow(start + index))
    const next = start + rows.length
    return route.fulfill({
      json: {
        success: true,
        transactions: rows,
        total: TOTAL,
        total_is_exact: true,
        next_cursor: next < TOTAL ? String(next) : null,
      },
    })
  })
  await enter('/transaction-history')
  await expect(page.getByText('100,000 transactions')).toBeVisible()
  await expect(transactions.row('Row 0').first()).toBeVisible()
  for (let step = 0; step < 12; step += 1) {
    await scrollUntilMoreIsLoaded(page)
    await expect.poll(() => transactions.rows.count()).toBeLessThan(70)
  }
  // Index and text are read in one call: rows are replaced while more pages are being fetched.
  const readLowestRow = () =>
    transactions.rows.evaluateAll((rows) => {
      const last = rows.at(-1)
      return { index: Number(last?.getAttribute('aria-rowindex')), text: last?.textContent ?? '' }
    })
  await expect.poll(async () => (await readLowestRow()).index).toBeGreaterThan(500)
  await expect
    .poll(async () => {
      const { index, text } = await readLowestRow()
      return text.includes(`Row ${index - 2}`)
    })
    .toBe(true)
  await expect(transactions.table).toHaveAttribute('aria-rowcount', '100001')
})

function longRow(number: number) {
  return {
    id: `row-${number}`,
    reference: `TXN-${number}`,
    type: 'deposit',
    title: `Row ${number}`,
    description: null,
    date: '2026-01-01',
    time: '12:00',
    amount: 1,
    currency: 'USD',
    status: 'completed',
    account_id: 'wallet',
    beneficiary_id: null,
    card_id: null,
    sale_id: null,
    created_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-01-01T12:00:00Z',
  }
}
