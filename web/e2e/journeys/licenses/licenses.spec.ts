// Licenses: issuing one with its contract, the list, a license's own view, upgrading, ending, and licensing a sale.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { call } from '../../support/account'
import { issue, nameProducer } from '../../support/licenses'
import { addToLibrary, fileOf } from '../../support/media'
import { expect, test } from '../../support/test'

const dialogOf = (page: Page) => page.getByRole('dialog')

test('LIC-08 LIC-10 LIC-18 a license is issued once its contract has no hole, with the same contract forever', {
  tag: '@core',
}, async ({ page, request, baseURL, account, enter, expectAccessible }) => {
  test.slow()
  const url = baseURL ?? ''
  await addToLibrary(request, url, account, [fileOf('Midnight Drive.mp3', 'mp3', 2)])
  await enter('/payment-history')
  await page
    .getByRole('navigation', { name: 'Sales, offers and licenses' })
    .getByRole('link', { name: 'Licenses' })
    .click()
  await expect(page.getByText('No licenses yet')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Issue License' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox', { name: 'Beat' }).click()
  await page.getByRole('option', { name: /Midnight Drive/ }).click()
  await dialog.getByRole('button', { name: 'Someone new' }).click()
  await dialog.getByRole('textbox', { name: 'Legal name' }).fill('Nova Records LLC')
  await expect(dialog.getByText('Missing for this contract')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Add it to your legal profile' }).first()).toHaveAttribute(
    'href',
    '/settings/licenses',
  )
  await dialog.getByRole('button', { name: 'Issue License' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()

  await nameProducer(request, url, account)
  await dialog.getByRole('combobox', { name: 'License' }).selectOption({ label: 'WAV Lease, $59.00' })
  await expect(dialog.getByText('The beat has no WAV.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'License' }).selectOption({ label: 'MP3 Lease, $29.00' })
  await expect(dialog.getByText('The beat has no WAV.')).toHaveCount(0)
  await dialog.getByRole('textbox', { name: /^Price/ }).fill('35')
  await expect(dialog.getByText('The contract is complete')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Contract' })).toContainText('thirty-five US dollars')
  await dialog.getByRole('textbox', { name: 'Samples used' }).fill('Two bars of a harbor horn, cleared')
  await expect(dialog.getByRole('group', { name: 'Contract' })).toContainText('a harbor horn, cleared')
  await expect(dialog.getByText('a text to change, not legal advice')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Issue License' }).click()

  await expect(page).toHaveURL(/\/licenses\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: 'Midnight Drive' })).toBeVisible()
  await expect(page.getByText('LIC-0001').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'SALE-001' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Contract', exact: true }).click()
  const bytes = await readFile(await (await downloading).path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText(createHash('sha256').update(bytes).digest('hex'))).toBeVisible()

  // The screen shows the text of exactly that PDF, up to its last page.
  const text = page.getByRole('region', { name: 'Contract text' })
  await expect(text).toContainText('between Maya Okafor, 14 Wharf Road, Brooklyn, NY 11201 (the “Producer”)')
  await expect(text).toContainText('a one-time fee of $35.00 (thirty-five US dollars).')
  await expect(text.getByRole('heading', { name: 'Page of record' })).toBeAttached()
  const saved: string[] = []
  page.on('download', (one) => saved.push(one.suggestedFilename()))
  await page.getByRole('button', { name: 'Download Midnight Drive.mp3' }).click()
  await expect.poll(() => saved).toEqual(['Midnight Drive.mp3'])
  await page.getByRole('button', { name: 'Download contract and file' }).click()
  await expect.poll(() => saved.slice(1)).toEqual(['LIC-0001 contract.pdf', 'Midnight Drive.mp3'])

  await page.getByRole('button', { name: 'Check record' }).click()
  await expect(page.getByText('Record intact, checked just now')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Record' })).toContainText('Issued')
  await expectAccessible()
})

test('LIC-15 LIC-17 usage is noted, and the list finds licenses by search, state, kind and cap', async ({
  page,
  request,
  baseURL,
  account,
  enter,
  expectAccessible,
}) => {
  test.slow()
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const [drive = '', harbor = ''] = await addToLibrary(request, url, account, [
    fileOf('Midnight Drive.mp3', 'mp3', 2),
    fileOf('Slow Harbor.mp3', 'mp3', 2, 440),
  ])
  const client = {
    name: 'Ade Balogun',
    email: 'ade@balogun.example',
    bank_name: 'First Harbor Bank',
    account_number: '12345678',
  }
  const added = await call(request, url, account.token, 'POST', '/beneficiaries', client)
  const clientId = (await added.json()).beneficiary.id
  const { id } = await issue(request, url, account, drive, 'MP3 Lease', { client_id: clientId })
  await issue(request, url, account, harbor, 'Exclusive', { buyer: { name: 'Iris Vance' } })

  await enter(`/licenses/${id}`)
  await page.getByRole('button', { name: 'Note usage' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Audio streams' }).fill('many')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOf(page).getByText('Enter a whole number')).toBeVisible()
  await expectAccessible()
  await dialogOf(page).getByRole('textbox', { name: 'Audio streams' }).fill('43,000')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Terms' })).toContainText('43,000 of 50,000')

  await page.getByRole('button', { name: 'Back to licenses' }).click()
  const table = page.getByRole('table', { name: 'Licenses' })
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Midnight Drive' })).toContainText('43,000 of 50,000 streams')
  const glance = page.locator('dl[aria-label="Licenses at a glance"]')
  await expect(glance).toContainText('Near or over a cap1')
  await expectAccessible()
  await page.getByRole('searchbox', { name: 'Search licenses' }).fill('iris')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/q=iris/)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Filter/ })
    .click()
  await page.getByRole('checkbox', { name: 'Near or over a cap' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('LIC-0001')
  await page.keyboard.press('Escape')
  // The export contains all licenses that match the other filters, and the dialog says so.
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  await expect(dialogOf(page)).toContainText("Files can't be filtered by caps.")
  await expectAccessible()
  const downloading = page.waitForEvent('download')
  await dialogOf(page).getByRole('button', { name: 'Export' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Iris Vance')
  await page.getByRole('button', { name: 'Ended', exact: true }).click()
  await expect(page.getByText('No matching licenses')).toBeVisible()

  // The notification about the cap opens the upgrade dialog; once closed, the dialog stays closed.
  await page.goto('/notifications')
  await page.getByRole('link', { name: 'LIC-0001 is near its limit' }).click()
  const upgrade = page.getByRole('dialog', { name: 'Upgrade LIC-0001' })
  await expect(upgrade).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/licenses/${id}$`))
  await expectAccessible()
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab')
  await expect.poll(() => upgrade.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(upgrade).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'Upgrade' }).first()
  await opener.click()
  await expect(upgrade).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  // The client's view lists the client's licenses.
  await page.goto(`/beneficiaries?client=${clientId}`)
  const uses = page.getByRole('list', { name: 'What Ade Balogun may use' })
  await expect(uses).toContainText('Midnight Drive')
  await uses.getByRole('link', { name: 'Midnight Drive' }).click()
  await expect(page).toHaveURL(new RegExp(`/licenses/${id}$`))
})

test('LIC-11 LIC-14 LIC-16 a sale becomes a license, which is upgraded and ended', async ({
  page,
  request,
  baseURL,
  account,
  enter,
  expectAccessible,
  sales,
}) => {
  test.slow()
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const [beat] = await addToLibrary(request, url, account, [fileOf('Glass Garden.mp3', 'mp3', 2)])
  const sale = { title: 'Glass Garden', beat_id: beat, client: 'Kito Sound', amount: 29, license: 'basic' }
  const body = { ...sale, date: new Date().toISOString().slice(0, 10), status: 'Completed' }
  expect((await call(request, url, account.token, 'POST', '/sales', body)).status()).toBe(201)

  await enter('/payment-history')
  await sales.row('Glass Garden').getByRole('button', { name: 'Actions for Glass Garden' }).click()
  await page.getByRole('menuitem', { name: 'Make License' }).click()
  const chosen = dialogOf(page).getByRole('combobox', { name: 'License' }).locator('option:checked')
  await expect(chosen).toHaveText('MP3 Lease')
  await expect(dialogOf(page).getByText('The contract is complete')).toBeVisible()
  await expectAccessible()
  await dialogOf(page).getByRole('button', { name: 'Make License' }).click()
  await expect(page).toHaveURL(/\/licenses\/[\w-]+$/)
  await expect(page.getByRole('list', { name: 'Record' })).toContainText('Recorded by the producer')
  const made = page.url()
  await page.goto('/payment-history')
  await sales.row('Glass Garden').getByRole('button', { name: 'Actions for Glass Garden' }).click()
  await expect(page.getByRole('menuitem', { name: 'Make License' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'View License' }).click()
  await expect(page).toHaveURL(made)

  await page.getByRole('button', { name: 'Upgrade' }).first().click()
  const upgrade = page.getByRole('dialog', { name: 'Upgrade LIC-0001' })
  await expect(upgrade.getByRole('textbox', { name: 'Price of the upgrade' })).toHaveValue('30.00')
  await upgrade.getByRole('button', { name: 'Upgrade' }).click()
  await expect(page.getByText('LIC-0002').first()).toBeVisible()
  await page.getByRole('link', { name: 'LIC-0001' }).click()
  await expect(page.getByText('Upgraded').first()).toBeVisible()
  await page.getByRole('link', { name: 'LIC-0002' }).click()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'End license' }).click()
  const end = page.getByRole('dialog', { name: 'End LIC-0002?' })
  await expect(end.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expectAccessible()
  await page.keyboard.press('Escape')
  const more = page.getByRole('button', { name: 'More actions' })
  await expect(more).toBeFocused()
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'End license' }).click()
  await end.getByRole('button', { name: 'End License' }).click()
  await expect(end.getByText('Enter a reason')).toBeVisible()
  await end.getByRole('textbox', { name: 'Reason' }).fill('The fee was never paid')
  await end.getByRole('button', { name: 'End License' }).click()
  await expect(page.getByText('Reason: The fee was never paid')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upgrade' })).toHaveCount(0)
})
