// Share links: creating them, using one as a listener without an account, the figures that the producer sees, and the
// list of all links.
import type { APIRequestContext, Page } from '@playwright/test'
import { type Account, call } from '../support/account'
import { publicViolationsIn } from '../support/axe'
import { addToLibrary, fileOf } from '../support/media'
import { openPhone } from '../support/phone'
import { expect, test } from '../support/test'

const dialogOf = (page: Page) => page.getByRole('dialog')

async function client(request: APIRequestContext, url: string, account: Account, name: string) {
  const body = {
    name,
    email: 'ade@balogun.example',
    bank_name: 'First Harbor Bank',
    account_number: '12345678',
  }
  const answer = await call(request, url, account.token, 'POST', '/beneficiaries', body)
  return (await answer.json()).beneficiary.id as string
}

async function createShare(request: APIRequestContext, url: string, account: Account, body: object) {
  const answer = await call(request, url, account.token, 'POST', '/shares', body)
  if (answer.status() !== 201) throw new Error(`sharing answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()).share as { id: string; links: { id: string; address: string }[] }
}

test('SHR-01 SHR-04 SHR-07 SHR-08 SHR-09 PRV-06 a beat is shared, heard without an account, answered with a heart and a note, and stopped', {
  tag: '@core',
}, async ({ page, context, browser, request, baseURL, account, enter, expectAccessible }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const url = baseURL ?? ''
  const [beat = ''] = await addToLibrary(request, url, account, [fileOf('Midnight Drive.mp3', 'mp3', 4)])
  await client(request, url, account, 'Ade Balogun')
  await enter(`/documents/${beat}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Ready')).toBeVisible()
  await expect(preview).toContainText('you have no voice tag')

  await page.getByRole('button', { name: 'Share' }).first().click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('You have no voice tag yet.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Midnight Drive')
  await dialog.getByRole('combobox', { name: 'For' }).fill('Ade')
  await page.getByRole('option', { name: /^Ade Balogun/ }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('abc')
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  await expect(dialog.getByText('Enter a title')).toBeVisible()
  await expect(dialog.getByText('Use at least 4 characters')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('One for the winter')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('')
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  const ready = page.getByRole('dialog', { name: 'Your link is ready' })
  const address = await ready.getByRole('textbox', { name: 'Address for Ade Balogun' }).inputValue()
  expect(address).toMatch(/\/s\/[\w-]{20,}$/)
  await ready.getByRole('button', { name: 'Copy link for Ade Balogun' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expectAccessible()
  await ready.getByRole('button', { name: 'View Share' }).click()

  await expect(page).toHaveURL(/\/documents\/shares\?link=/)
  const panel = page.getByRole('region', { name: 'One for the winter' })
  await expect(panel).toContainText('For Ade Balogun')
  await expect(panel.getByText('After the first play you see here where listeners stop.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Shares' })).toContainText('Not opened')

  const phone = await openPhone(browser)
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: 'One for the winter' })).toBeVisible()
  expect(await publicViolationsIn(phone)).toEqual([])
  const ticket = phone.waitForResponse((answer) => answer.url().endsWith('/tickets'))
  const media = phone.waitForResponse((answer) => answer.url().includes('/media/'))
  await phone.getByRole('button', { name: 'Play', exact: true }).click()
  expect((await ticket).status()).toBe(200)
  expect([200, 206]).toContain((await media).status())
  await phone.getByRole('button', { name: 'Heart Midnight Drive' }).first().click()
  await phone.getByRole('link', { name: 'Leave a note on Midnight Drive' }).click()
  await phone.getByRole('textbox', { name: /^Note to Maya/ }).fill('The hook is it.')

  // The first play and the heart cause notifications, and the figures update through the event stream.
  await expect(panel.getByRole('heading', { name: 'Where listeners stop' })).toBeVisible()
  await expect(panel.getByRole('img', { name: /^Of 1 play of Midnight Drive/ })).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Midnight Drive' }).first()).toContainText(
    '1 heart',
  )
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(phone.getByText('The hook is it.')).toBeVisible()
  await expect(panel.getByText('The hook is it.')).toBeVisible()
  await expectAccessible()
  await expect(
    page.getByRole('banner').getByRole('link', { name: /^Notifications, [3-9] unread/ }),
  ).toBeVisible()
  await page.goto('/notifications')
  await page
    .getByRole('article')
    .filter({ hasText: 'A heart for your beat' })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/documents\/shares\?link=/)

  await panel.getByRole('button', { name: 'Delete note of Ade Balogun' }).click()
  await expect(panel.getByText('The hook is it.')).toHaveCount(0)
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Clear visitors' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Midnight Drive' }).first()).not.toContainText(
    'heart',
  )
  await expect(panel.getByRole('img', { name: /^Of 1 play of Midnight Drive/ })).toBeVisible()

  await panel.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Link' }).click()
  await expect(panel.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Shares' })).toContainText('Stopped')
  const over = await phone.goto(address)
  expect(over?.status()).toBe(410)
  await expect(phone.getByText('One for the winter')).toHaveCount(0)
  expect(await publicViolationsIn(phone)).toEqual([])
  await phone.context().close()
})

test('SHR-01 SHR-02 SHR-11 SHR-12 several beats go in their order to several people; the list filters, edits, stops a client and undoes a deletion', async ({
  page,
  request,
  baseURL,
  account,
  enter,
  expectAccessible,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const [drive = '', harbor = ''] = await addToLibrary(request, url, account, [
    fileOf('Midnight Drive.mp3', 'mp3', 2),
    fileOf('Slow Harbor.mp3', 'mp3', 2, 440),
  ])
  const ade = await client(request, url, account, 'Ade Balogun')
  await createShare(request, url, account, {
    title: 'Harbor alone',
    beats: [harbor],
    recipients: [{ client_id: ade }],
  })

  await enter('/documents')
  await page.getByRole('checkbox', { name: 'Select Midnight Drive' }).click()
  await page.getByRole('checkbox', { name: 'Select Slow Harbor' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Share' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('list', { name: 'Beats' }).getByRole('listitem')).toHaveText([
    'Slow Harbor',
    'Midnight Drive',
  ])
  await dialog.getByRole('button', { name: 'Midnight Drive, 2 of 2' }).click()
  await page.getByRole('menuitem', { name: 'Move earlier' }).click()
  await dialog.getByRole('combobox', { name: 'For' }).fill('Iris Vance <iris@vance.example>')
  await dialog.getByRole('combobox', { name: 'For' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'For' }).fill('Ade')
  await page.getByRole('option', { name: /^Ade Balogun/ }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Two for the film')
  await dialog.getByRole('button', { name: 'Create 2 Links' }).click()
  const ready = page.getByRole('dialog', { name: 'Your links are ready' })
  await expect(ready.getByRole('textbox')).toHaveCount(2)
  await ready.getByRole('button', { name: 'View Share' }).click()

  const table = page.getByRole('table', { name: 'Shares' })
  const links = table.getByRole('link')
  await expect(links).toHaveCount(3)
  const panel = page.getByRole('region', { name: 'Two for the film' })
  await expect(panel.getByRole('list', { name: 'Beats of this share' }).getByRole('listitem')).toHaveText([
    /^Midnight Drive/,
    /^Slow Harbor/,
  ])
  await expectAccessible()

  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Two for the trailer')
  await dialog.getByRole('combobox', { name: 'Downloads' }).selectOption({ label: 'MP3' })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('region', { name: 'Two for the trailer' })).toContainText('MP3 downloads')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Add people' }).click()
  await dialog.getByRole('combobox', { name: 'For' }).fill('kito@sound.example')
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  await expect(page.getByRole('textbox', { name: 'Address for kito@sound.example' })).toHaveValue(/\/s\//)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(links).toHaveCount(4)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.getByRole('combobox', { name: 'Client' }).fill('Ade')
  await page.getByRole('option', { name: /^Ade Balogun/ }).click()
  await expect(links).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`client=${ade}`))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stop all links of Ade Balogun' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop All' }).click()
  await expect(table.getByText('Stopped')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove filter: Ade Balogun' }).click()
  await expect(links).toHaveCount(4)
  await page.getByRole('searchbox', { name: 'Search shares' }).fill('alone')
  await expect(links).toHaveText(['Harbor alone'])

  await table.getByRole('link', { name: 'Harbor alone' }).click()
  const alone = page.getByRole('region', { name: 'Harbor alone' })
  await alone.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(links).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(links).toHaveCount(1)

  // A beat's view lists its shares; deleting the beat removes it from them.
  await page.goto(`/documents/${harbor}`)
  const shared = page.getByRole('region', { name: 'Shared in' })
  await expect(shared.getByRole('listitem')).toHaveCount(4)
  await request.delete(`${url}/api/documents/${drive}`, {
    headers: { Authorization: `Bearer ${account.token}` },
  })
  await shared.getByRole('link', { name: 'Two for the trailer' }).first().click()
  await expect(page.getByRole('list', { name: 'Beats of this share' }).getByRole('listitem')).toHaveText([
    /^Slow Harbor/,
  ])

  // If the operator has turned public pages off, the screen shows a notice.
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), public_pages: 'off' } })
  })
  await page.goto('/documents/shares')
  await expect(page.getByText(/^Public pages are turned off on this server/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'New Share' })).toBeDisabled()
})

test('PRV-01 PRV-02 PRV-03 PRV-05 PRV-06 voice tags are added, heard, chosen and replaced, and the settings are heard on a beat', {
  tag: '@core',
}, async ({ page, request, baseURL, account, enter, expectAccessible }) => {
  test.slow()
  const url = baseURL ?? ''
  const [drive = ''] = await addToLibrary(request, url, account, [
    fileOf('Midnight Drive.mp3', 'mp3', 12),
    fileOf('Slow Harbor.mp3', 'mp3', 12, 440),
  ])
  await enter('/settings/previews')
  await expect(page.getByText(/^You have no voice tag yet/)).toBeVisible()
  await expectAccessible()
  const tags = page.getByRole('region', { name: 'Voice tags' })
  const picker = tags.getByLabel('Add Voice Tag').locator('visible=false')
  await picker.setInputFiles(fileOf('Maya on the beat.wav', 'wav', 1, 880))
  await expect(page.getByText(/^You have no voice tag yet/)).toHaveCount(0)
  const rows = tags.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('In use')
  await picker.setInputFiles(fileOf('Too long.wav', 'wav', 16, 700))
  await expect(page.getByRole('region', { name: /^Messages/ }).getByText(/seconds/)).toBeVisible()
  await picker.setInputFiles(fileOf('Whisper.mp3', 'mp3', 1, 660))
  await expect(rows).toHaveCount(2)

  const sound = page.waitForResponse((answer) => answer.url().includes('/api/media/'))
  await tags.getByRole('button', { name: 'Play Whisper' }).click()
  expect([200, 206]).toContain((await sound).status())
  await tags.getByRole('button', { name: 'Actions for Whisper' }).click()
  await page.getByRole('menuitem', { name: 'Use this one' }).click()
  await expect(rows.filter({ hasText: 'Whisper' })).toContainText('In use')

  const choosing = page.waitForEvent('filechooser')
  await tags.getByRole('button', { name: 'Actions for Whisper' }).click()
  await page.getByRole('menuitem', { name: 'Replace' }).click()
  await (await choosing).setFiles(fileOf('Louder.mp3', 'mp3', 2, 550))
  await expect(rows.filter({ hasText: 'Whisper' })).toContainText('2.0 s')
  await expect(rows.filter({ hasText: 'Whisper' })).toContainText('In use')
  await tags.getByRole('button', { name: 'Actions for Maya on the beat' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(1)

  await page.getByRole('combobox', { name: 'First tag after' }).selectOption({ label: '2 s' })
  await page.getByRole('combobox', { name: 'Length' }).selectOption({ label: '30 s' })
  const saved = async () =>
    (await (await call(request, url, account.token, 'GET', '/preview-settings')).json()) as object
  await expect.poll(saved).toMatchObject({ first_after: 2, length: 30 })
  const hear = page.getByRole('region', { name: 'Hear it' })
  await expect(hear.getByText('Made with the settings above.')).toBeVisible()
  const heard = page.waitForResponse((answer) => answer.url().includes('/api/media/'))
  await hear.getByRole('button', { name: 'Play Preview' }).click()
  expect([200, 206]).toContain((await heard).status())
  await hear.getByRole('button', { name: 'Pause' }).click()

  await page.getByRole('button', { name: 'Prepare All' }).click()
  await expect(page.getByText('2 of 2 previews ready')).toBeVisible()
  await expectAccessible()

  await page.goto(`/documents/${drive}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('With your voice tag')
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(preview).toContainText('The file that plays is tagged already')
})

test('PRV-03 PRV-07 a preview that cannot be made says why, is prepared again, and is never the clean file', async ({
  page,
  browser,
  request,
  baseURL,
  account,
  enter,
  expectAccessible,
}) => {
  const url = baseURL ?? ''
  const whole = fileOf('Torn Tape.mp3', 'mp3', 2)
  const noise = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 1_664_525 + 7) % 127))
  const torn = Buffer.concat([whole.buffer.subarray(0, whole.buffer.length / 8), noise])
  const [beat = ''] = await addToLibrary(request, url, account, [{ ...whole, buffer: torn }])
  await enter(`/documents/${beat}`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Failed', { exact: true })).toBeVisible()
  await expect(preview.getByRole('status')).not.toBeEmpty()
  await expect(preview.getByRole('button', { name: /^Play preview/ })).toBeDisabled()
  await expectAccessible()
  await preview.getByRole('button', { name: 'Prepare Again' }).click()
  await expect(page.getByText('Preparing the preview')).toBeVisible()
  await expect(preview.getByText('Failed', { exact: true })).toBeVisible()

  const { links } = await createShare(request, url, account, { title: 'Torn', beats: [beat] })
  const listener = await openPhone(browser)
  await listener.goto(new URL(new URL(links[0]?.address ?? '').pathname, url).href)
  await expect(listener.getByRole('button', { name: 'Play', exact: true })).toBeDisabled()
  expect(await publicViolationsIn(listener)).toEqual([])
  await listener.context().close()
})
