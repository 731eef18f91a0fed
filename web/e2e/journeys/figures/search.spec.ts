// The search of the top bar: all data of an account, by keyboard alone and on a phone.

import { addClient, sell } from '../../support/clients'
import { expectBox } from '../../support/layout'
import { addToLibrary, fileOf } from '../../support/media'
import { recordTransactions } from '../../support/money'
import { expect, test } from '../../support/test'

test('SHELL-06 beats, clients, sales and transactions are found as one types, and each opens', {
  tag: '@core',
}, async ({ account, allow, baseURL, enter, expectAccessible, page, request, shell }) => {
  test.slow()
  const url = baseURL ?? ''
  await addToLibrary(request, url, account, [fileOf('Été Harbour.mp3', 'mp3', 20)])
  const client = await addClient(request, url, account, { name: 'Harbour Records' })
  await sell(request, url, account, [
    { title: 'Harbour Nights', amount: 45.5, currency: 'EUR', status: 'Pending', client: 'Walk-in' },
  ])
  await recordTransactions(request, url, account, [{ type: 'deposit', title: 'Harbour gig', amount: 20 }])
  await enter('/')

  await page.keyboard.press('/')
  await expect(shell.search).toBeFocused()
  await page.keyboard.type('harb')
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  for (const [group, title] of [
    ['Beats', 'Été Harbour'],
    ['Clients', 'Harbour Records'],
    ['Sales', 'Harbour Nights'],
    ['Transactions', 'Harbour gig'],
  ] as const) {
    await expect(page.getByRole('group', { name: group }).getByRole('option')).toContainText(title)
  }
  await expect(option('Harbour Nights')).toContainText('€45.50')
  await expect(option('Harbour Nights').locator('mark').first()).toHaveText('Harb')
  await expectAccessible()

  // Selects the client with the arrow keys and opens it.
  await page.keyboard.press('ArrowDown')
  await expect(option('Harbour Records')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`client=${client}`))
  await expect(page.getByRole('heading', { name: 'Harbour Records' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('nights harb')
  await option('Harbour Nights').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Harbour Nights')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toHaveCount(0)

  await shell.search.fill('gig')
  await option('Harbour gig').click()
  await expect(page.getByRole('dialog', { name: 'Transaction details' })).toContainText('Harbour gig')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/transaction=/)

  // Searching without accents, on a phone, opens the beat's view.
  await page.setViewportSize({ width: 390, height: 844 })
  await shell.search.fill('ete')
  const beat = option('Été Harbour')
  await expect(beat).toBeVisible()
  const found = page.getByRole('listbox', { name: 'Search' })
  await expectBox(found, (box) => box.width > 330, 'what was found')
  await beat.click()
  await expect(page.getByRole('heading', { name: 'Été Harbour', level: 1 })).toBeVisible()

  // No match and a failed request have different texts; Escape clears and closes, then leaves the box.
  await shell.search.fill('zzzz')
  await expect(page.getByText('No matches for “zzzz”')).toBeVisible()
  allow(/503/)
  await page.route('**/api/search?**', (route) => route.fulfill({ status: 503, json: { success: false } }))
  await shell.search.fill('zzzzz')
  await expect(page.getByText("Search isn't responding. Try again in a moment.")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shell.search).toHaveAttribute('aria-expanded', 'false')
  await expect(shell.search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(shell.search).not.toBeFocused()
  await page.unroute('**/api/search?**')

  // Commands run on the current screen; a result from the account ranks before a setting that mentions the word.
  await page.setViewportSize({ width: 1280, height: 800 })
  await shell.search.fill('record sale')
  await option('Record sale').click()
  await expect(page.getByRole('dialog', { name: 'Record Sale' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await addToLibrary(request, url, account, [fileOf('Glass Garden.mp3', 'mp3', 2, 500)])
  await shell.search.fill('glass')
  await expect(page.getByRole('option').first()).toContainText('Glass Garden')
  await expect(option(/Appearance/)).toBeVisible()
})
