// The sales history: finding, recording, changing, refunding and deleting sales, and their effect on the balances.

import { readFile } from 'node:fs/promises'
import { call } from '../../support/account'
import { addClient, sell } from '../../support/clients'
import { expectNoSidewaysScroll } from '../../support/layout'
import { addToLibrary, fileOf } from '../../support/media'
import { fetchBalances } from '../../support/money'
import { scrollUntilMoreIsLoaded } from '../../support/scrolling'
import { expect, test } from '../../support/test'

const FOUR = [
  { title: 'Midnight Drive', amount: 1200, client: 'Nova Records', license: 'exclusive', date: '2026-11-14' },
  { title: 'Glass Garden', amount: 149, client: 'Ade Balogun', license: 'premium', date: '2026-11-13' },
  { title: 'Northern Line', amount: 450, client: 'Lowtide Films', status: 'Pending', date: '2026-11-12' },
  { title: 'Paper Moons 100%', amount: 39, client: 'Iris Vance', status: 'Failed', date: '2026-10-02' },
] as const

test('SALE-01 the history has its columns, and search and filter stand in the address', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, sales }) => {
  await sell(request, baseURL ?? '', account, [...FOUR])
  await enter('/payment-history')
  await expect(sales.table.getByRole('columnheader')).toHaveText([
    '#',
    'Transaction',
    'Amount',
    'Date',
    'Status',
    'Actions',
  ])
  await expect(sales.rows.first().getByRole('cell')).toHaveText([
    'SALE-001',
    /Midnight Drive.*Nova Records · Exclusive/,
    /\$1,200\.00/,
    'Nov 14, 2026',
    'Completed',
    '',
  ])
  await sales.search.fill('GLASS')
  await expect(sales.rows).toHaveText([/Glass Garden/])
  await sales.search.fill('lowtide')
  await expect(sales.rows).toHaveText([/Northern Line/])
  await sales.search.fill('%')
  await expect(sales.rows).toHaveText([/Paper Moons/])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(sales.rows).toHaveCount(4)

  await sales.filter.click()
  await sales.tick('Completed').click()
  await expect(sales.rows).toHaveCount(2)
  await page.getByRole('dialog').getByLabel('From').fill('2026-11-01')
  await expect(sales.rows).toHaveText([/Northern Line/])
  await expect(page).toHaveURL(/status=Pending.*from=2026-11-01/)
  await page.reload()
  await expect(sales.rows).toHaveText([/Northern Line/])
  await expect(sales.filter).toHaveAccessibleName('Filter, 2 changed')
  await sales.filter.click()
  await page.getByRole('dialog').getByLabel('To').fill('2026-10-01')
  await expect(page.getByText('End date is before start date')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No matching sales' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset filter' }).press('Enter')
  await expect(sales.rows).toHaveCount(4)
  await sales.tick('Exclusive').click()
  await expect(sales.rows).toHaveCount(3)
  await expect(page).toHaveURL(/license=basic(,|%2C)premium(,|%2C)unlimited/)
})

test('SALE-02 a sale to a client is recorded, and its money is in the wallet and the history', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, sales, shell, transactions }) => {
  const url = baseURL ?? ''
  await addClient(request, url, account, { name: 'Nova Records', email: 'pay@nova.io' })
  await addClient(request, url, account, { name: 'Ade Balogun' })
  await enter('/payment-history')
  await expect(page.getByRole('heading', { name: 'No sales yet' })).toBeVisible()
  await sales.record.click()
  await sales.submit('Record Sale').click()
  await expect(sales.beat).toHaveAccessibleDescription('Enter a title')
  await expect(sales.client).toHaveAccessibleDescription('Enter a client')
  await expect(sales.field('Amount')).toHaveAccessibleDescription('Enter an amount')

  await sales.beat.fill('Midnight Drive')
  await sales.client.pressSequentially('nov')
  await expect(sales.clientSuggestions).toHaveText([/Nova Records/, /Add “nov” as a client/])
  await sales.client.press('ArrowDown')
  await sales.client.press('Enter')
  await expect(sales.client).toHaveValue('Nova Records')
  await expect(sales.client).toHaveAccessibleDescription('In your clients, pay@nova.io')
  await sales.field('Amount').fill('1,200.50')
  await sales.choice('License').selectOption('exclusive')
  await sales.field('Notes').fill('Stems sent')
  const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/sales'))
  await sales.submit('Record Sale').click()
  expect((await sent).headers()['idempotency-key']).toBeTruthy()
  await expect(shell.toast('Sale recorded')).toBeVisible()
  await expect(sales.row('Midnight Drive')).toContainText('SALE-001')
  await expect(sales.row('Midnight Drive')).toContainText('$1,200.50')
  expect((await fetchBalances(request, url, account)).Wallet).toBe(1200.5)

  await page.goto('/transaction-history')
  await expect(transactions.row('Sale: Midnight Drive')).toContainText('+$1,200.50')
})

test('SALE-02 a beat is chosen from the library; sold exclusively, it is marked so', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, sales, shell }) => {
  const url = baseURL ?? ''
  const headers = { Authorization: `Bearer ${account.token}` }
  const [id] = await addToLibrary(request, url, account, [fileOf('Velvet Static.mp3', 'mp3', 2)])
  await request.put(`${url}/api/documents/${id}`, { headers, data: { price: 350, genre: 'Drill' } })
  await enter('/payment-history')
  await sales.record.click()
  await sales.beat.pressSequentially('velv')
  await expect(sales.beatSuggestions).toHaveText([/Velvet Static.*Drill/])
  await sales.beat.press('ArrowDown')
  await sales.beat.press('Enter')
  await expect(sales.beat).toHaveValue('Velvet Static')
  await expect(sales.beat).toHaveAccessibleDescription('From your library')
  await expect(sales.field('Amount')).toHaveValue('350.00')
  await sales.client.fill('Nova Records')
  await sales.choice('License').selectOption('exclusive')
  await sales.submit('Record Sale').click()
  await expect(shell.toast('Sale recorded')).toBeVisible()
  await page.goto('/documents')
  await expect(page.getByRole('row').filter({ hasText: 'Velvet Static' })).toContainText('Sold')
})

test('SALE-02 whoever buys may be a mere name, or become a client on the way', async ({
  account,
  baseURL,
  enter,
  page,
  request,
  sales,
  shell,
}) => {
  const url = baseURL ?? ''
  await enter('/payment-history')
  await sales.record.click()
  await sales.beat.fill('Glass Garden')
  await sales.client.fill('A passer-by')
  await expect(sales.client).toHaveAccessibleDescription('Not in your clients – only the name will be saved.')
  await sales.field('Amount').fill('40')
  await sales.choice('Currency').selectOption('EUR')
  await sales.submit('Record Sale').click()
  await expect(sales.row('Glass Garden')).toContainText('A passer-by')
  await expect(sales.row('Glass Garden')).toContainText('€40.00')
  expect(await fetchBalances(request, url, account)).toMatchObject({ Wallet: 0, 'Euro account': 40 })

  await sales.record.click()
  await sales.beat.fill('Paper Moons')
  await sales.client.fill('Iris Vance')
  await sales.clientSuggestion('Add “Iris Vance” as a client').click()
  const form = page.getByRole('dialog', { name: 'Add New Beneficiary' })
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Iris Vance')
  await form.getByRole('textbox', { name: 'Email' }).fill('iris@vance.io')
  await form.getByRole('textbox', { name: 'Bank name' }).fill('Pacific')
  await form.getByRole('textbox', { name: 'Account number' }).fill('42')
  await form.getByRole('button', { name: 'Add Beneficiary' }).click()
  await expect(form).toHaveCount(0)
  await expect(shell.toast('Client added')).toBeVisible()
  await expect(sales.client).toHaveAccessibleDescription('In your clients, iris@vance.io')
  await expect(sales.beat).toHaveValue('Paper Moons')
  await sales.field('Amount').fill('39')
  await sales.submit('Record Sale').click()
  await expect(sales.row('Paper Moons')).toContainText('Iris Vance')
  const { sales: held } = await (await call(request, url, account.token, 'GET', '/sales?search=moons')).json()
  expect(held[0]).toMatchObject({ client: 'Iris Vance', client_email: 'iris@vance.io' })
  expect(held[0].client_id).toBeTruthy()
})

test('SALE-02 a sale is viewed, changed, refunded and deleted, and the balance follows', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, sales, shell, transactions }) => {
  const url = baseURL ?? ''
  const wallet = async () => (await fetchBalances(request, url, account)).Wallet
  await sell(request, url, account, [...FOUR])
  await enter('/payment-history')
  await expect(page.getByRole('main').getByText('$1,349.00')).toBeVisible()

  await sales.row('Midnight Drive').getByRole('button', { name: 'View Midnight Drive' }).click()
  await expect(page).toHaveURL(/sale=/)
  await expect(sales.dialog).toContainText('SALE-001')
  await expect(sales.dialog).toContainText('Nova Records')
  await sales.submit('Edit').click()
  await expect(page).not.toHaveURL(/sale=/)
  await expect(sales.field('Amount')).toHaveValue('1200.00')
  await sales.field('Amount').fill('1000')
  await sales.choice('License').selectOption('unlimited')
  const sent = page.waitForRequest((one) => one.method() === 'PUT')
  await sales.submit('Save Changes').click()
  expect((await sent).postDataJSON()).toEqual({ amount: 1000, license: 'unlimited' })
  await expect(shell.toast('Sale updated')).toBeVisible()
  await expect(sales.row('Midnight Drive')).toContainText('$1,000.00')
  expect(await wallet()).toBe(1149)

  await sales.chooseAction('Midnight Drive', 'Refund')
  await expect(sales.question).toContainText('Refund this sale?')
  await expect(sales.question).toContainText('$1,000.00 will be refunded to Nova Records from your wallet')
  await sales.question.getByRole('button', { name: 'Cancel' }).click()
  expect(await wallet()).toBe(1149)
  await sales.chooseAction('Midnight Drive', 'Refund')
  await sales.question.getByRole('button', { name: 'Refund' }).click()
  await expect(shell.toast('Sale refunded')).toBeVisible()
  await expect(sales.row('Midnight Drive')).toContainText('Refunded')
  expect(await wallet()).toBe(149)
  await sales.row('Midnight Drive').getByRole('button', { name: 'Actions for Midnight Drive' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('menuitem', { name: 'Refund' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await sales.chooseAction('Glass Garden', 'Delete')
  await expect(shell.toast('Sale deleted')).toBeVisible()
  await expect(sales.row('Glass Garden')).toHaveCount(0)
  // Leaving the page ends the time to undo.
  await page.goto('/favicon.svg')
  await expect.poll(wallet).toBe(0)

  await page.goto('/transaction-history')
  await expect(transactions.rows).toHaveText([
    /Refund: Midnight Drive.*−\$1,000/,
    /Sale: Midnight Drive.*\+\$1,000/,
  ])
})

test('SALE-02 money that is spent cannot go back, and the question is answered with why', async ({
  account,
  baseURL,
  enter,
  page,
  request,
  sales,
}) => {
  const url = baseURL ?? ''
  await sell(request, url, account, [FOUR[0]])
  await call(request, url, account.token, 'POST', '/wallet/withdraw', { amount: 700 })
  await enter('/payment-history')
  await sales.chooseAction('Midnight Drive', 'Refund')
  await sales.question.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('region', { name: /^Messages/ }).getByText(/Not enough money/)).toBeVisible()
  await expect(sales.row('Midnight Drive')).toContainText('Completed')
})

test('SALE-02 a receipt is saved under the name the server gives it', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  page,
  request,
  sales,
  shell,
}) => {
  await sell(request, baseURL ?? '', account, [...FOUR])
  await enter('/payment-history')
  const download = page.waitForEvent('download')
  await sales
    .row('Midnight Drive')
    .getByRole('button', { name: 'Download receipt of Midnight Drive' })
    .click()
  const file = await download
  expect(file.suggestedFilename()).toBe('SALE-001 receipt.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(shell.toast('SALE-001 receipt.pdf downloaded')).toBeVisible()
  await expect(
    sales.row('Northern Line').getByRole('button', { name: 'Download receipt of Northern Line' }),
  ).toBeDisabled()

  await page.route('**/api/sales/*/receipt', (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'There is no receipt.' } }),
  )
  await sales
    .row('Midnight Drive')
    .getByRole('button', { name: 'Download receipt of Midnight Drive' })
    .click()
  await expect(shell.toast('There is no receipt.')).toBeVisible()
})

test('SALE-01 Export holds what the search and the filter show', async ({
  account,
  baseURL,
  enter,
  page,
  request,
}) => {
  await sell(request, baseURL ?? '', account, [...FOUR])
  await enter('/payment-history?q=midnight')
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export sales' })
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const text = await readFile(await (await coming).path(), 'utf8')
  expect(text).toContain('Midnight Drive')
  expect(text).not.toContain('Northern Line')
})

test('SALE-01 on a phone a row keeps title, client, day, amount and status, and its actions are in a menu', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, request, sales }) => {
  await sell(request, baseURL ?? '', account, [...FOUR])
  await page.setViewportSize({ width: 390, height: 844 })
  await enter('/payment-history')
  const row = sales.row('Northern Line')
  await expect(row).toContainText('$450.00')
  await expect(row.getByText('Pending').first()).toBeVisible()
  await expect(row.getByText(/^Lowtide Films · Nov 12/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await sales.chooseAction('Northern Line', 'View sale')
  await expect(sales.dialog).toContainText("Pending and failed sales don't change your balance.")
})

test('SALE-01 a hundred thousand sales scroll without being drawn, page after page', async ({
  enter,
  page,
  sales,
}) => {
  test.slow()
  const TOTAL = 100_000
  await page.route('**/api/sales?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const start = Number(query.get('cursor') ?? '0')
    const limit = Number(query.get('limit'))
    const rows = Array.from({ length: Math.min(limit, TOTAL - start) }, (_, index) => longRow(start + index))
    const next = start + rows.length
    return route.fulfill({
      json: {
        success: true,
        sales: rows,
        total: TOTAL,
        total_is_exact: true,
        next_cursor: next < TOTAL ? String(next) : null,
      },
    })
  })
  await enter('/payment-history')
  await expect(page.getByText('100,000 sales')).toBeVisible()
  await expect(sales.row('Row 0').first()).toBeVisible()
  for (let step = 0; step < 12; step += 1) {
    await scrollUntilMoreIsLoaded(page)
    await expect.poll(() => sales.rows.count()).toBeLessThan(70)
  }
  // Index and text are read in one call: rows are replaced while more pages are being fetched.
  const readLowestRow = () =>
    sales.rows.evaluateAll((rows) => {
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
  await expect(sales.table).toHaveAttribute('aria-rowcount', '100001')
})

test('SALE-01 the sales history and its filter are accessible', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  sales,
}) => {
  test.slow()
  await sell(request, baseURL ?? '', account, [...FOUR])
  await enter('/payment-history')
  await expect(sales.rows).toHaveCount(4)
  await expectAccessible()
  await sales.filter.click()
  await expect(sales.tick('Pending')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})

test('SALE-02 the dialogs of a sale are accessible', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  sales,
  shell,
}) => {
  test.slow()
  const id = await sell(request, baseURL ?? '', account, [FOUR[0]])
  await addClient(request, baseURL ?? '', account, { name: 'Nova Records' })
  await enter('/payment-history')
  await page.goto(`/payment-history?sale=${id}`)
  await expect(sales.dialog).toContainText('SALE-001')
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(sales.dialog).toHaveCount(0)
  await sales.record.click()
  await sales.submit('Record Sale').click()
  await expect(sales.dialog.getByText('Enter a title')).toBeVisible()
  await expectAccessible()
  await sales.client.fill('nova')
  await expect(sales.clientSuggestion('Nova Records')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await shell.discard()
  await expect(sales.dialog).toHaveCount(0)
})

function longRow(number: number) {
  return {
    id: `row-${number}`,
    reference: `SALE-${number}`,
    title: `Row ${number}`,
    beat_id: null,
    client_id: null,
    client: 'Nova Records',
    client_email: null,
    amount: 1,
    currency: 'USD',
    license: 'basic',
    date: '2026-01-01',
    status: 'Completed',
    notes: null,
    refunded_at: null,
    transaction_id: null,
    refund_transaction_id: null,
    created_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-01-01T12:00:00Z',
  }
}
