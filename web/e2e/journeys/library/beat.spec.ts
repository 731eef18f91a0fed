// A beat's view: its files with versions and roles, its notes, and the links to it; and the library's role marks and
// filter.
import { call } from '../../support/account'
import { dropFiles } from '../../support/dropping'
import { issue, nameProducer } from '../../support/licenses'
import { addToLibrary, fileOf, zipOf } from '../../support/media'
import { expect, test } from '../../support/test'

test('FILE-01 FILE-02 FILE-08 FILE-10 a beat has files by role with versions, marks in the library, and a filter', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  request,
}) => {
  test.slow()
  const [id] = await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Midnight Drive.mp3', 'mp3', 4),
    fileOf('Copper Sun.mp3', 'mp3', 3, 440),
  ])
  await enter('/documents')
  await library.table.getByRole('link', { name: 'Midnight Drive' }).click()
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`))
  await expect(page.getByRole('heading', { name: 'Midnight Drive', level: 1 })).toBeVisible()
  const files = page.getByRole('table', { name: 'Files' })
  await expect(files.getByRole('row', { name: /Midnight Drive\.mp3/ })).toContainText('Plays')

  // Adds two versions of a WAV and one of the stems; no file is uploaded before the dialog is confirmed.
  const add = page.getByLabel('Add File', { exact: true }).last()
  await add.setInputFiles([fileOf('Midnight Drive master.wav', 'wav', 2), zipOf('Midnight Drive stems.zip')])
  const dialog = page.getByRole('dialog', { name: 'Add to Midnight Drive' })
  await expect(dialog.getByLabel('Role of Midnight Drive master.wav')).toHaveValue('wav')
  await expect(dialog.getByLabel('Role of Midnight Drive stems.zip')).toHaveValue('stems')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add 2 files' }).click()
  await expect(files.getByRole('row', { name: /^WAV/ })).toContainText('v1')
  await expect(files.getByRole('row', { name: /^Stems/ })).toContainText('v1')
  await add.setInputFiles([fileOf('Midnight Drive master 2.wav', 'wav', 3)])
  await dialog.getByRole('button', { name: 'Add 1 file' }).click()
  await expect(files.getByRole('row', { name: /^WAV.*master 2/ })).toContainText('v2')

  await files.getByRole('button', { name: 'Play Midnight Drive master 2.wav' }).click()
  await files.getByRole('button', { name: 'Pause Midnight Drive master 2.wav' }).click()
  await expect(files.getByRole('button', { name: 'Play Midnight Drive master 2.wav' })).toBeVisible()

  const chooseFileAction = async (name: string, entry: string) => {
    await files.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await chooseFileAction('Midnight Drive master.wav', 'Make current')
  await expect(files.getByRole('row', { name: /^WAV/ })).toContainText('v1')
  await chooseFileAction('Midnight Drive stems.zip', 'Rename')
  const rename = page.getByRole('dialog', { name: 'Edit file' })
  await rename.getByLabel('File name').fill('Trackouts.zip')
  await expectAccessible()
  await rename.getByRole('button', { name: 'Save Changes' }).click()
  await expect(files).toContainText('Trackouts.zip')

  // A deleted file comes back with Undo; the second deletion is not undone.
  await chooseFileAction('Midnight Drive master 2.wav', 'Delete')
  await expect(files).not.toContainText('master 2.wav')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files).toContainText('master 2.wav')
  await chooseFileAction('Midnight Drive master 2.wav', 'Delete')
  await page.getByRole('link', { name: 'Back to Beat Library' }).click()
  // Leaving the page ends the time to undo.
  await page.reload()
  await expect
    .poll(
      async () =>
        (await (await call(request, baseURL ?? '', account.token, 'GET', `/documents/${id}/files`)).json())
          .files.length,
    )
    .toBe(2)

  // The role marks in the list, and the filter by the roles that a beat has files of.
  await expect(library.row('Midnight Drive')).toContainText('Has WAV, Stems')
  await library.filter.click()
  await page.getByRole('button', { name: 'Has stems' }).click()
  await expect(library.rows).toHaveCount(1)
  await expect(page).toHaveURL(/has=stems/)
  await expectAccessible()

  await page.goto(`/documents/${id}`)
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(files.getByRole('row', { name: /^Tagged/ })).toContainText('Plays')
  const { document } = await (
    await call(request, baseURL ?? '', account.token, 'GET', `/documents/${id}`)
  ).json()
  expect(document.is_tagged).toBe(true)
  await expectAccessible()
})

test('FILE-10 notes are saved as one types and found by search, which opens the beat, as the player does', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, player, request, shell }) => {
  const [id] = await addToLibrary(request, baseURL ?? '', account, [fileOf('Slow Harbor.mp3', 'mp3', 20)])
  await enter(`/documents/${id}`)
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.fill('The hook starts after the zither.')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.reload()
  await expect(notes).toHaveValue('The hook starts after the zither.')
  // The last words are saved even if the page is left at once.
  await notes.press('End')
  await notes.pressSequentially(' Sample cleared.')
  await shell.sidebar.getByRole('link', { name: 'Dashboard' }).click()
  await expect
    .poll(
      async () =>
        (await (await call(request, baseURL ?? '', account.token, 'GET', `/documents/${id}`)).json()).notes,
    )
    .toBe('The hook starts after the zither. Sample cleared.')

  await shell.search.fill('zither')
  await page.getByRole('option', { name: /Slow Harbor/ }).click()
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`))
  await page.getByRole('button', { name: 'Play Slow Harbor' }).click()
  await shell.sidebar.getByRole('link', { name: 'Dashboard' }).click()
  await player.frame.getByRole('link', { name: 'Slow Harbor' }).click()
  await expect(page).toHaveURL(new RegExp(`/documents/${id}$`))
  await page.goto('/documents/01900000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'This beat is not in your library' })).toBeVisible()
})

test('FILE-07 dropped files and folders are grouped into beats, corrected, and sent when confirmed', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  request,
}) => {
  test.slow()
  let sent = 0
  page.on('request', (one) => {
    if (one.method() === 'POST' && /documents\/(upload|.*\/files)$|uploads$/.test(one.url())) sent += 1
  })
  await enter('/documents')
  await dropFiles(
    page,
    fileOf('Midnight Drive 142bpm F#m.mp3', 'mp3', 3),
    fileOf('Midnight Drive master.wav', 'wav', 2),
    zipOf('Midnight Drive (stems).zip'),
    fileOf('Night Drive.wav', 'wav', 2, 440),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  )
  const dialog = page.getByRole('dialog', { name: 'Check your beats' })
  await expect(dialog.getByLabel('Title of beat 1')).toHaveValue('Midnight Drive')
  await expect(dialog.getByLabel('Title of beat 2')).toHaveValue('Night Drive')
  await expect(dialog.getByRole('region', { name: 'Not uploaded' })).toContainText('notes.txt')
  await expectAccessible()

  // One correction of each kind: another beat, another role, another title, one file left out.
  await dialog.getByLabel('Beat for Night Drive.wav').selectOption('Midnight Drive')
  await expect(dialog.getByLabel('Title of beat 2')).toHaveCount(0)
  await dialog.getByLabel('Role of Night Drive.wav').selectOption('Tagged')
  await dialog.getByLabel('Title of beat 1').fill('')
  await expect(dialog.getByRole('button', { name: /^Upload 1 beat/ })).toBeDisabled()
  await dialog.getByLabel('Title of beat 1').fill('Midnight Drive 2')
  await dialog.getByRole('button', { name: 'Leave out Midnight Drive master.wav' }).click()
  expect(sent).toBe(0)
  await dialog.getByRole('button', { name: 'Upload 1 beat, 3 files' }).click()
  await expect(library.row('Midnight Drive 2')).toContainText('Has Stems, Tagged')
  await expect(library.rows).toHaveCount(1)

  // The grouping dialog opens for a folder even if it has a single beat; closing it uploads nothing.
  const before = sent
  await page.evaluate(() => {
    const file = (name: string) => ({
      isDirectory: false,
      name,
      file: (take: (file: File) => void) => take(new File(['x'], name)),
    })
    const folder = (name: string, inside: object[]) => ({
      isDirectory: true,
      name,
      createReader: () => {
        let rest = inside
        return {
          readEntries: (take: (entries: object[]) => void) => {
            take(rest)
            rest = []
          },
        }
      },
    })
    const entry = folder('Paper Moons', [
      file('master.wav'),
      file('.DS_Store'),
      folder('Stems', [file('kick.wav')]),
    ])
    const event = new DragEvent('drop', { bubbles: true, cancelable: true })
    const items = [{ kind: 'file', webkitGetAsEntry: () => entry }]
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, files: [] } })
    document.querySelector('main')?.dispatchEvent(event)
  })
  await expect(dialog.getByLabel('Title of beat 1')).toHaveValue('Paper Moons')
  await expect(dialog.getByRole('region', { name: 'Not uploaded' })).toContainText('Stems go in one ZIP file')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(sent).toBe(before)

  const { documents } = await (await call(request, baseURL ?? '', account.token, 'GET', '/documents')).json()
  expect(documents).toHaveLength(1)
})

test('LIC-04 a beat has its own price, the default or no offer for each license, also over a selection', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  request,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const [first, second] = await addToLibrary(request, url, account, [
    fileOf('Midnight Drive.mp3', 'mp3', 3),
    fileOf('Copper Sun.mp3', 'mp3', 3, 440),
  ])
  const priceOf = async (id: string | undefined, kind: string) => {
    const { prices } = await (
      await call(request, url, account.token, 'GET', `/documents/${id}/prices`)
    ).json()
    const { offer, price } = prices.find(({ name }: { name: string }) => name === kind)
    return `${offer} ${price}`
  }
  await enter(`/documents/${first}`)
  const panel = page.getByRole('region', { name: 'Prices' })
  const row = (kind: string) => panel.getByRole('listitem').filter({ hasText: kind })
  await expect(row('MP3 Lease')).toContainText('Default')
  await panel.getByRole('button', { name: 'Edit prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prices of Midnight Drive' })
  await dialog.getByLabel('Offer of MP3 Lease').selectOption('Own price')
  await dialog.getByLabel('Price of MP3 Lease').fill('35.505')
  await dialog.getByRole('button', { name: 'Save Prices' }).click()
  await expect(dialog.getByLabel('Price of MP3 Lease')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
  await dialog.getByLabel('Price of MP3 Lease').fill('35.50')
  await dialog.getByLabel('Offer of WAV Lease').selectOption('Not offered')
  await dialog.getByRole('button', { name: 'Save Prices' }).click()
  await expect(row('MP3 Lease')).toContainText('This beat')
  await expect(row('MP3 Lease')).toContainText('$35.50')
  await expect(row('WAV Lease')).toContainText('Not offered')
  await expectAccessible()

  // For a selection of beats only the chosen prices change.
  await page.getByRole('link', { name: 'Back to Beat Library' }).click()
  await library.check('Midnight Drive').check()
  await library.check('Copper Sun').check()
  await library.bulk.getByRole('button', { name: 'Licenses' }).click()
  const many = page.getByRole('dialog', { name: 'Prices of 2 beats' })
  await many.getByLabel('Offer of Trackout Lease').selectOption('Own price')
  await many.getByLabel('Price of Trackout Lease').fill('111')
  await expectAccessible()
  await many.getByRole('button', { name: 'Save Prices' }).click()
  await expect(many).toHaveCount(0)
  expect(await priceOf(first, 'Trackout Lease')).toBe('own 111')
  expect(await priceOf(second, 'Trackout Lease')).toBe('own 111')
  expect(await priceOf(first, 'MP3 Lease')).toBe('own 35.5')
  expect(await priceOf(second, 'MP3 Lease')).toMatch(/^default /)
})

test('FILE-09 LIC-13 LIC-17 a beat says who has it, is reserved and released, and goes only with the password once it is promised', async ({
  account,
  allow,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  request,
}) => {
  test.slow()
  allow(/Failed to load resource/)
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const [id = ''] = await addToLibrary(request, url, account, [fileOf('Glass Garden.mp3', 'mp3', 3)])
  await request.post(`${url}/api/documents/${id}/files`, {
    headers: { Authorization: `Bearer ${account.token}` },
    multipart: { role: 'stems', file: zipOf('Glass Garden stems.zip') },
  })
  const buyer = { buyer: { name: 'Iris Vance' } }
  const license = await issue(request, url, account, id, 'Trackout Lease', buyer)

  await enter(`/documents/${id}`)
  const who = page.getByRole('list', { name: 'Who has it' })
  await expect(who.getByRole('listitem')).toHaveCount(1)
  await expect(who).toContainText('LIC-0001 · Trackout Lease')
  await expect(who).toContainText('Active')
  await expect(who).toContainText(/Until \w{3} \d+, \d{4}/)

  // Reserves the beat for a buyer until a time; releasing ends the reservation.
  const reserve = page.getByRole('button', { name: 'Reserve', exact: true })
  await reserve.click()
  const dialog = page.getByRole('dialog', { name: 'Reserve this beat' })
  await dialog.getByLabel('Hours').fill('169')
  await dialog.getByRole('button', { name: 'Reserve' }).click()
  await expect(dialog.getByText('Enter a buyer')).toBeVisible()
  await expect(dialog.getByText('Enter 1 to 168 hours')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('combobox', { name: 'Buyer' }).fill('Nova Records')
  await dialog.getByLabel('Hours').fill('24')
  await dialog.getByRole('button', { name: 'Reserve' }).click()
  await expect(page.getByText('Reserved for Nova Records')).toBeVisible()
  await expect(page.getByText(/^Until \w{3} \d+ at \d+:\d\d\s[AP]M$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Reserved for Nova Records')).toBeVisible()
  await page.getByRole('button', { name: 'Release' }).click()
  await expect(reserve).toBeVisible()
  await reserve.click()
  await expect(dialog.getByRole('combobox', { name: 'Buyer' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(reserve).toBeFocused()

  // A promised file is deleted only with the password, and the license keeps its copy.
  const files = page.getByRole('table', { name: 'Files' })
  await expect(files.getByRole('row', { name: /^Stems/ })).toContainText('Promised by 1 license')
  await files.getByRole('button', { name: 'Actions for Glass Garden stems.zip' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const anyway = page.getByRole('dialog', { name: 'Delete anyway?' })
  await expect(anyway).toContainText('1 license promises this file.')
  await expectAccessible()
  await anyway.getByLabel('Password', { exact: true }).fill('not this one')
  await anyway.getByRole('button', { name: 'Delete Anyway' }).click()
  await expect(anyway.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await anyway.getByLabel('Password', { exact: true }).fill(account.password)
  await anyway.getByRole('button', { name: 'Delete Anyway' }).click()
  await expect(anyway).toHaveCount(0)
  await expect(files).not.toContainText('stems.zip')

  // The beat also needs the password, in the library as in its own view.
  const remove = async () => {
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(anyway).toContainText('1 license promises this beat.')
  }
  await page.getByRole('button', { name: 'More actions' }).click()
  await remove()
  await page.keyboard.press('Escape')
  await expect(anyway).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.getByRole('link', { name: 'Back to Beat Library' }).click()
  await library.row('Glass Garden').getByRole('button', { name: 'Actions for Glass Garden' }).click()
  await remove()
  await expectAccessible()
  await anyway.getByLabel('Password', { exact: true }).fill(account.password)
  await anyway.getByRole('button', { name: 'Delete Anyway' }).click()
  await expect(library.row('Glass Garden')).toHaveCount(0)
  await page.goto(`/licenses/${license.id}`)
  await expect(page.getByText('Glass Garden stems.zip')).toBeVisible()
  await expect(page.getByText('Active').first()).toBeVisible()
})
