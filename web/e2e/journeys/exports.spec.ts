// Exporting rows as a file: from Finances, and from a history with its search and filters.
import { readFile } from 'node:fs/promises'
import { call } from '../support/account'
import { recordTransactions } from '../support/money'
import { expect, test } from '../support/test'

const ROWS = [
  { type: 'deposit', title: 'Opening', amount: 500 },
  { type: 'payment', title: 'Studio rent', amount: -20 },
  { type: 'deposit', title: 'Exclusive, "Midnight"', amount: 90.5 },
] as const

test('FIN-01 Export Data makes a file, downloads it and says so', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  finances,
  page,
  request,
  shell,
}) => {
  await recordTransactions(request, baseURL ?? '', account, [...ROWS])
  await enter('/my-account')
  await finances.quickActions.getByRole('button', { name: 'Export Data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Data' })
  await dialog.getByRole('combobox', { name: 'Data' }).selectOption('Transactions')
  for (const [format, extension, begins] of [
    ['JSON', 'json', /^[[{]/],
    ['PDF', 'pdf', /^%PDF-/],
    ['Excel', 'xlsx', /^PK/],
    ['CSV', 'csv', /./],
  ] as const) {
    if ((await dialog.count()) === 0) {
      await finances.quickActions.getByRole('button', { name: 'Export Data' }).click()
      await dialog.getByRole('combobox', { name: 'Data' }).selectOption('Transactions')
    }
    await dialog.getByText(format, { exact: true }).click()
    await expect(dialog.getByRole('radio', { name: new RegExp(`^${format}`) })).toBeChecked()
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${extension}$`))
    expect((await readFile(await file.path())).toString('latin1')).toMatch(begins)
    await expect(shell.toast('Data exported successfully!')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
})

test('TXN-01 Export on the history holds what the search and the filters show', async ({
  account,
  baseURL,
  enter,
  page,
  request,
  transactions,
}) => {
  await recordTransactions(request, baseURL ?? '', account, [...ROWS])
  await enter('/transaction-history?type=deposit')
  await expect(transactions.rows).toHaveCount(2)
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transactions' })
  await expect(dialog).toContainText('The file includes the rows that match your search and filters.')
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const text = (await readFile(await (await coming).path())).toString('utf8')
  expect(text).toContain('Opening')
  expect(text).toContain('Midnight')
  expect(text).not.toContain('Studio rent')
})

test('SET-10 the clients and the library export what they show', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  page,
  request,
}) => {
  for (const name of ['Ade Balogun', 'Iris Vance']) {
    const client = { name, email: 'x@labels.example', account_number: '12345678', bank_name: 'First Bank' }
    await call(request, baseURL ?? '', account.token, 'POST', '/beneficiaries', client)
  }
  for (const [path, type, shows] of [
    ['/beneficiaries?q=iris', 'clients', /^\uFEFFName,[\s\S]*Iris Vance/],
    ['/documents', 'beat library', /^\uFEFFTitle,Artist,Category,Genre/],
  ] as const) {
    await enter(path)
    await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Export ${type}` })
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const text = (await readFile(await (await coming).path())).toString('utf8')
    expect(text).toMatch(shows)
    expect(text).not.toContain('Ade Balogun')
  }
})

test('FIN-01 an export that fails is told, can be tried again, and can be called off', async ({
  enter,
  finances,
  page,
}) => {
  await enter('/my-account')
  await finances.quickActions.getByRole('button', { name: 'Export Data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Data' })
  const answer = (status: string, error: string | null) => (route: import('@playwright/test').Route) =>
    route.fulfill({ json: { success: true, export: { id: 'x', status, error } } })
  await page.route('**/api/exports/status/*', answer('failed', 'The file could not be made.'))
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The file could not be made.')
  await page.route('**/api/exports/status/*', answer('processing', null))
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('Preparing the file...')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})

test('FIN-01 the export and the help are accessible', async ({ enter, expectAccessible, finances, page }) => {
  test.slow()
  await enter('/my-account')
  await finances.quickActions.getByRole('button', { name: 'Export Data' }).click()
  await expect(page.getByRole('dialog', { name: 'Export Data' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await finances.quickActions.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  await expectAccessible()
})
