// Settings, Licenses: readiness, the legal profile, the kinds in their order, their terms, and their contracts.
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/test'

const names = (page: Page) =>
  page.getByRole('list', { name: 'Licenses you sell' }).getByRole('button', { name: /^Edit / })

async function order(page: Page): Promise<string[]> {
  const labels = await names(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  return labels.map((label) => String(label).replace('Edit ', ''))
}

const SIX = ['MP3 Lease', 'WAV Lease', 'Trackout Lease', 'Unlimited Lease', 'Exclusive', 'Free demo']

test('LIC-01 LIC-08 LIC-09 six kinds come with the account, say what they need, and are put in order', async ({
  page,
  enter,
  expectAccessible,
}) => {
  test.slow()
  await enter('/settings')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Licenses' }).click()
  await expect(page).toHaveURL(/\/settings\/licenses$/)
  await expect(names(page)).toHaveCount(6)
  await expect.poll(() => order(page)).toEqual(SIX)
  const status = page.getByRole('status').filter({ hasText: 'can be sold today' })
  await expect(status).toContainText('0 of 5 licenses can be sold today.')
  await expect(status).toContainText('need your legal name and your address')

  await page.getByRole('button', { name: 'Add Legal name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Legal profile' })
  await expect(dialog.getByRole('textbox', { name: 'Legal name' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Legal name' }).fill('Maya Okafor')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('14 Wharf Road\nBrooklyn, NY 11201')
  await dialog.getByRole('textbox', { name: 'Tax number' }).fill('12-3456789')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(status).toContainText('5 of 5 licenses can be sold today.')
  await expect(page.getByRole('region', { name: 'Legal profile' })).toContainText(
    '14 Wharf Road, Brooklyn, NY 11201',
  )
  // The server returns only the end of the tax number.
  await page.getByRole('button', { name: 'Edit legal profile' }).click()
  await expect(dialog.getByText('Ends in 6789. Leave it blank to keep it.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Tax number' })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const handle = page.getByRole('button', { name: 'Move Trackout Lease' })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => order(page)).toEqual(['MP3 Lease', 'Trackout Lease', 'WAV Lease', ...SIX.slice(3)])
  await expect(handle).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const moved = ['Trackout Lease', 'MP3 Lease', 'WAV Lease', ...SIX.slice(3)]
  await expect.poll(() => order(page)).toEqual(moved)

  const from = await page.getByRole('button', { name: 'Move MP3 Lease' }).boundingBox()
  const to = await page.getByRole('button', { name: 'Move Unlimited Lease' }).boundingBox()
  if (!from || !to) throw new Error('the handles are not on screen')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/license-kinds/order'))
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 20, { steps: 5 })
  await page.mouse.up()
  expect((await saved).status()).toBe(200)
  const dragged = ['Trackout Lease', 'WAV Lease', 'Unlimited Lease', 'MP3 Lease', 'Exclusive', 'Free demo']
  await expect.poll(() => order(page)).toEqual(dragged)
  await page.getByRole('switch', { name: 'Sell Free demo' }).click()
  await expect(status).toContainText('6 of 6 licenses can be sold today.')
  await page.reload()
  await expect(names(page)).toHaveCount(6)
  await expect.poll(() => order(page)).toEqual(dragged)
  await expect(page.getByRole('switch', { name: 'Sell Free demo' })).toBeChecked()
})

test('LIC-02 LIC-03 the terms of a kind are edited, and bad ones are refused at their field', async ({
  page,
  enter,
  expectAccessible,
}) => {
  test.slow()
  await enter('/settings/licenses')
  await page.getByRole('button', { name: 'Edit WAV Lease' }).click()
  const form = page.getByRole('form', { name: 'Terms of WAV Lease' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await field('Audio streams, limit').fill('1.5')
  await field('Lowest offer').fill('99')
  await field('Publishing, you keep').fill('100.01')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(field('Audio streams, limit')).toHaveAccessibleDescription(/Enter a whole number/)
  await expect(field('Lowest offer')).toHaveAccessibleDescription("The lowest offer can't be above the price")
  await expect(field('Publishing, you keep')).toHaveAccessibleDescription(/Enter 0 to 100/)
  await expectAccessible()

  await field('Audio streams, limit').fill('750,000')
  await field('Lowest offer').fill('45')
  await field('Publishing, you keep').fill('33.25')
  await form.getByRole('checkbox', { name: 'Artwork' }).check()
  await form
    .getByRole('group', { name: 'Paid shows', exact: true })
    .getByRole('radio', { name: 'Not allowed' })
    .check()
  await form.getByRole('group', { name: 'Term', exact: true }).getByRole('radio', { name: 'Forever' }).check()
  await form.getByRole('switch', { name: 'Sync' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const list = page.getByRole('list', { name: 'Licenses you sell' })
  await expect(list).toContainText('MP3, WAV, artwork · 750,000 streams · forever')

  await page.reload()
  await page.getByRole('button', { name: 'Edit WAV Lease' }).click()
  await expect(field('Lowest offer')).toHaveValue('45.00')
  await expect(field('Publishing, you keep')).toHaveValue('33.25')
  await expect(form.getByRole('switch', { name: 'Sync' })).toBeChecked()
  const paid = form.getByRole('group', { name: 'Paid shows', exact: true })
  await expect(paid.getByRole('radio', { name: 'Not allowed' })).toBeChecked()
  // Exclusive has no limits. Leaving the form with something changed asks first.
  await form.getByRole('combobox', { name: 'Tier' }).selectOption('exclusive')
  await expect(form.getByText('An exclusive license has no limits.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit MP3 Lease' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('form', { name: 'Terms of MP3 Lease' })).toBeVisible()

  await page.getByRole('button', { name: 'Add License' }).click()
  const added = page.getByRole('form', { name: 'Terms of License' })
  await added.getByRole('textbox', { name: 'Name', exact: true }).fill('Sync Lease')
  await added.getByRole('textbox', { name: 'Price', exact: true }).fill('400')
  await added.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit Sync Lease' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Sync Lease' }).click()
  await page.getByRole('button', { name: 'Delete Sync Lease' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Edit Sync Lease' })).toBeHidden()
})

test('LIC-05 LIC-06 LIC-07 a contract is written with its fields, its faults by line, and its versions', {
  tag: '@core',
}, async ({ page, enter, expectAccessible }) => {
  test.slow()
  await enter('/settings/licenses')
  await page.getByRole('combobox', { name: 'Contract of' }).selectOption('WAV Lease')
  const text = page.getByRole('textbox', { name: 'Contract text of WAV Lease' })
  const preview = page.getByRole('region', { name: 'Contract preview' })
  await expect(preview).toContainText('Jordan Sample')
  const first = await text.inputValue()
  await expect(page.getByText('a text to change, not legal advice')).toHaveCount(2)

  await text.fill('# {{kind.name}}\n\nBetween {{buyer.shoe}} and us.\n{{#if sync}}\nFilm.')
  const faults = page.getByRole('list', { name: 'Lines that need a fix' })
  await expect(faults).toContainText('There is no field {{buyer.shoe}}')
  await expect(faults.getByRole('listitem')).toHaveCount(2)
  const save = page.getByRole('button', { name: 'Save as Version 2' })
  await expect(save).toBeDisabled()
  // Scrolls to the top, so that no row lies half under the top bar while axe checks the page.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible()
  await faults.getByRole('button', { name: 'Line 3' }).click()
  await expect(text).toBeFocused()
  await expect.poll(() => text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(17)

  await text.fill('# {{kind.name}}\n\nBetween us and ')
  await text.press('End')
  await page.getByRole('button', { name: 'Insert field' }).click()
  await page.getByRole('textbox', { name: 'Find a field' }).fill('buyer legal name')
  await page.getByRole('button', { name: /^buyer\.name/ }).click()
  await expect(text).toHaveValue('# {{kind.name}}\n\nBetween us and {{buyer.name}}')
  await expect(preview).toContainText('Between us and Jordan Sample')
  await expect(page.getByText('All 2 fields can be filled')).toBeVisible()
  await save.click()
  const versions = page.getByRole('combobox', { name: 'Version' })
  await expect(versions.getByRole('option')).toHaveCount(2)
  await expect(versions).toHaveValue('2')
  await expect(page.getByText('a text to change, not legal advice')).toHaveCount(0)

  await versions.selectOption('1')
  await expect(text).toHaveValue(first)
  await expect(page.getByText(/You're looking at Version 1/)).toBeVisible()
})
