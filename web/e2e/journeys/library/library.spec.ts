// The Beat Library: uploading, finding, changing and deleting media, and a long list.

import type { Route } from '@playwright/test'
import { call } from '../../support/account'
import { dropFiles } from '../../support/dropping'
import { expectBox, expectNoSidewaysScroll } from '../../support/layout'
import { watchEventStream } from '../../support/live'
import { addToLibrary, fileOf } from '../../support/media'
import { scrollUntilMoreIsLoaded } from '../../support/scrolling'
import { expect, test } from '../../support/test'

test('MED-01 the library is empty at first, then lists a file with its columns and says how many', {
  tag: '@core',
}, async ({ account, baseURL, enter, library, page, request, shell }) => {
  await enter('/documents')
  await expect(page.getByRole('heading', { name: 'No media found' })).toBeVisible()
  await expect(page.getByText('Upload your first audio or video file to get started!')).toBeVisible()
  await expect(library.search).toHaveAttribute('placeholder', 'Search media by title or filename...')
  await expect(library.picker).toHaveAttribute('accept', /audio\/\*,video\/\*,\.mp3.*\.webm/)

  await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 2)])
  await page.reload()
  // MED-05
  await expect(shell.toast('Loaded 1 beats!')).toBeVisible()
  const columns = (more: string[]) => [
    'Select all',
    'Play',
    'Track',
    'Sound',
    'Length',
    'BPM',
    'Key',
    'Price',
    ...more,
    'Upload Date',
    'Actions',
  ]
  await expect(library.table.getByRole('columnheader')).toHaveText(columns([]))
  const cells = library.row('Midnight Drive').getByRole('cell')
  await expect(cells.nth(2)).toContainText('Audio Track')
  await expect(cells.nth(8)).toHaveText(/^\d\d\/\d\d\/\d{4}MP3 · \d+\.\d\d KB$/)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(library.table.getByRole('columnheader')).toHaveText(columns(['Format', 'Size']))
  await expect(cells.nth(8)).toHaveText('MP3')
  // MED-06
  await expect(cells.nth(9)).toHaveText(/^\d+\.\d\d KB$/)
  await expect(cells.nth(10)).toContainText(/^\d\d\/\d\d\/\d{4}/)
  for (const action of ['Download', 'Edit', 'Delete'])
    await expect(page.getByRole('button', { name: `${action} Midnight Drive` })).toBeVisible()
})

test('MED-07 several files are sent at once, each told; the same file twice is noticed', {
  tag: '@core',
}, async ({ enter, library, shell }) => {
  await enter('/documents')
  // Waits for both at once: the first toast may be gone before the second appears.
  await Promise.all([
    expect(shell.toast('Beat uploaded successfully!')).toBeVisible(),
    expect(shell.toast('Video uploaded successfully!')).toBeVisible(),
    library.picker.setInputFiles([
      fileOf('Glass Garden.wav', 'wav', 2),
      fileOf('Copper Sun.webm', 'webm', 3),
    ]),
  ])
  await expect(library.rows).toHaveCount(2)
  await expect(library.row('Copper Sun')).toContainText('Video Track')
  await expect(library.upload).toHaveText('Upload Media')

  // MED-09
  await library.picker.setInputFiles([fileOf('Garden again.wav', 'wav', 2)])
  await expect(library.uploads).toContainText('This file is already in your library as “Glass Garden”')
})

test('MED-09 a video gets the picture that the browser took of it', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  library,
  page,
  request,
}) => {
  await enter('/documents')
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/thumbnail'))
  await library.picker.setInputFiles([fileOf('Copper Sun.webm', 'webm', 3)])
  expect((await sent).status()).toBe(200)
  const { documents } = await (await call(request, baseURL ?? '', account.token, 'GET', '/documents')).json()
  const picture = await request.get(`${baseURL}${documents[0].thumbnail}`)
  expect(picture.headers()['content-type']).toMatch(/^image\//)
})

test('MED-02 what is no media or too large is refused before a byte is sent', async ({
  enter,
  library,
  page,
  shell,
}) => {
  let sent = 0
  await page.route('**/api/documents/upload', (route) => {
    sent += 1
    return route.abort()
  })
  await page.route('**/api/documents/categories/list', (route) =>
    route.fulfill({
      json: { success: true, categories: [], genres: [], limits: { beat: 1048576, video: 1048576 } },
    }),
  )
  await enter('/documents')
  await library.picker.setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ])
  await expect(
    shell.toast(
      'File type "text/plain" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) or video files (MP4, MOV, AVI, WebM)',
    ),
  ).toBeVisible()
  await library.picker.setInputFiles([
    { name: 'big.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(1_048_577) },
  ])
  await expect(shell.toast('File size too large. Maximum size is 1MB.')).toBeVisible()
  expect(sent).toBe(0)
})

test('MED-10 what only claims to be media is refused by the server in its own words', async ({
  enter,
  library,
}) => {
  await enter('/documents')
  await library.picker.setInputFiles([
    { name: 'page.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<!doctype html><p>no</p>') },
  ])
  await expect(library.uploads).toContainText('Upload failed: This is not an MP3 file, or it is damaged.')
  await expect(library.uploads.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
})

test('MED-07 an upload shows how far it is, can be cancelled and tried again; files may be dropped', async ({
  enter,
  library,
  page,
}) => {
  let hold = true
  const held: Route[] = []
  await page.route('**/api/documents/upload', (route) => {
    if (!hold) return route.continue()
    held.push(route)
  })
  await enter('/documents')
  await expect(page.getByRole('heading', { name: 'No media found' })).toBeVisible()
  await dropFiles(page, fileOf('Slow Harbor.wav', 'wav', 2))
  await expect(library.uploads.getByRole('progressbar', { name: 'Upload of Slow Harbor.wav' })).toBeVisible()
  await expect(library.upload).toBeDisabled()
  await expect(library.upload).toHaveText('Uploading...')
  await library.uploads.getByRole('button', { name: 'Cancel upload of Slow Harbor.wav' }).click()
  await expect(library.uploads).toContainText('Canceled')
  await expect(library.upload).toBeEnabled()

  hold = false
  await library.uploads.getByRole('button', { name: 'Retry upload of Slow Harbor.wav' }).click()
  await expect(library.row('Slow Harbor')).toBeVisible()
})

test('MED-03 search, filter and order narrow the list and stay in the address', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  library,
  page,
  request,
}) => {
  const [first] = await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Midnight Drive.mp3', 'mp3', 2),
    fileOf('Glass Garden.wav', 'wav', 2),
    fileOf('Copper Sun.webm', 'webm', 3),
  ])
  await call(request, baseURL ?? '', account.token, 'PUT', `/documents/${first}`, {
    title: 'Renamed',
    genre: 'Trap',
    bpm: 142,
  })
  await enter('/documents')
  await expect(library.rows).toHaveCount(3)
  // The search finds the beat by its file name, although the title differs.
  await library.search.fill('MIDNIGHT')
  await expect(library.rows).toHaveText([/Renamed/])
  await page.reload()
  await expect(library.search).toHaveValue('MIDNIGHT')
  await library.search.fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No matching media' })).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(library.rows).toHaveCount(3)

  await library.filter.click()
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await expect(library.rows).toHaveText([/Copper Sun/])
  await expect(page).toHaveURL(/kind=video/)
  await page.getByRole('button', { name: 'Audio', exact: true }).click()
  await expect(library.rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Trap', exact: true }).click()
  await expect(library.rows).toHaveText([/Renamed/])
  const tempo = (name: string) => page.getByRole('textbox', { name })
  await tempo('BPM to').fill('1')
  await tempo('BPM from').fill('150')
  await expect(page.getByRole('heading', { name: 'No matching media' })).toBeVisible()
  await expect(tempo('BPM to')).toHaveAccessibleDescription('20 to 400')
  await tempo('BPM to').fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Reset filters' }).click()
  await expect(library.rows).toHaveCount(3)
  await page.keyboard.press('Escape')

  await library.table.getByRole('button', { name: 'Track' }).click()
  await expect(library.rows).toHaveText([/Copper Sun/, /Glass Garden/, /Renamed/])
  await expect(library.table.getByRole('columnheader', { name: 'Track' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await library.table.getByRole('button', { name: 'Track' }).click()
  await expect(library.rows).toHaveText([/Renamed/, /Glass Garden/, /Copper Sun/])
  await expect(page).toHaveURL(/sort=title&order=desc/)
})

test('MED-04 a track is changed: title, tempo halved, key, price, status, tags', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  library,
  page,
  request,
  shell,
}) => {
  const [id] = await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 2)])
  await call(request, baseURL ?? '', account.token, 'PUT', `/documents/${id}`, { bpm: 142 })
  await enter('/documents')
  await library.chooseAction('Midnight Drive', 'Edit')
  const box = (name: string) => library.dialog.getByRole('textbox', { name, exact: true })
  await library.dialog.getByRole('button', { name: 'Halve tempo' }).click()
  await expect(box('BPM')).toHaveValue('71')
  await library.dialog.getByRole('button', { name: 'Double tempo' }).click()
  await expect(box('BPM')).toHaveValue('142')
  await library.dialog.getByRole('button', { name: 'Halve tempo' }).click()
  await box('Title').fill('')
  await library.dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(box('Title')).toHaveAccessibleDescription('Enter a title')
  await box('Title').fill('Night Drive')
  await box('Price').fill('29.90')
  await box('Tags').fill('dark, night')
  await library.dialog.getByRole('combobox', { name: 'Key' }).selectOption('F# minor')
  await library.dialog.getByRole('combobox', { name: 'Status' }).selectOption('Sold')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await library.dialog.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sent).postDataJSON()).toEqual({
    title: 'Night Drive',
    price: 29.9,
    status: 'Sold',
    bpm: 71,
    musical_key: 'F# minor',
    tags: ['dark', 'night'],
  })
  await expect(shell.toast('Track saved')).toBeVisible()
  await expect(library.row('Night Drive')).toContainText('71')
  await expect(library.row('Night Drive')).toContainText('F♯m')
  await expect(library.row('Night Drive')).toContainText('Sold')
})

test('MED-05 MED-07 deleting asks, then deletes for real; a download starts', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  library,
  page,
  request,
  shell,
}) => {
  const [id] = await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 2)])
  await enter('/documents')
  const download = page.waitForEvent('download')
  await library.chooseAction('Midnight Drive', 'Download')
  expect((await download).suggestedFilename()).toBe('Midnight Drive.mp3')
  await expect(shell.toast('Download started!')).toBeVisible()

  await library.chooseAction('Midnight Drive', 'Delete')
  await expect(library.question).toContainText('Are you sure you want to delete this beat?')
  await library.question.getByRole('button', { name: 'Cancel' }).click()
  await expect(library.rows).toHaveCount(1)
  await library.chooseAction('Midnight Drive', 'Delete')
  await library.question.getByRole('button', { name: 'Delete' }).click()
  await expect(shell.toast('Beat deleted successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No media found' })).toBeVisible()
  expect((await call(request, baseURL ?? '', account.token, 'GET', `/documents/${id}`)).status()).toBe(404)
})

test('MED-05 a list that cannot be loaded says why and tries again', async ({ enter, library, page }) => {
  let isAway = true
  await page.route('**/api/documents?*', (route) =>
    isAway
      ? route.fulfill({ status: 400, json: { success: false, error: 'The store is away' } })
      : route.fallback(),
  )
  await enter('/documents')
  await expect(page.getByRole('alert')).toContainText('Failed to load beats: The store is away')
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No media found' })).toBeVisible()
  await expect(library.rows).toHaveCount(0)
})

test('MED-09 what is being analysed says so until the server tells that it is done or has failed', async ({
  account,
  baseURL,
  enter,
  library,
  page,
  request,
}) => {
  let documents = [row(1, { analysis: 'pending' }), row(2, { analysis: 'pending' })]
  await page.route('**/api/documents?*', (route) =>
    route.fulfill({ json: { success: true, documents, total: 2, next_cursor: null } }),
  )
  const stands = watchEventStream(page)
  await enter('/documents')
  await expect(library.row('Row 1')).toContainText('Analyzing')
  await stands
  documents = [
    row(1, { bpm: 93.5, musical_key: 'Eb major', duration: 199 }),
    row(2, { analysis: 'failed', analysis_error: 'The file ends too early.' }),
  ]
  // Any change in the library makes the page refetch the pending analysis.
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Short.mp3', 'mp3', 1)])
  await expect(library.row('Row 1')).toContainText('93.5')
  await expect(library.row('Row 1')).toContainText('E♭')
  await expect(library.row('Row 1')).toContainText('3:19')
  await expect(library.row('Row 1')).not.toContainText('Analyzing')
  await expect(library.row('Row 2')).toContainText('Not analyzed')
  await expect(library.row('Row 2')).toContainText('The file ends too early.')
})

test('MED-03 ten thousand items scroll without being drawn, page after page', async ({
  enter,
  library,
  page,
}) => {
  const TOTAL = 10_000
  await page.route('**/api/documents?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const start = Number(query.get('cursor') ?? '0')
    const rows = Array.from({ length: Number(query.get('limit')) }, (_, index) => row(start + index))
    const next = start + rows.length
    return route.fulfill({
      json: {
        success: true,
        documents: rows,
        total: TOTAL,
        next_cursor: next < TOTAL ? String(next) : null,
      },
    })
  })
  await enter('/documents')
  await expect(page.getByText('10,000 files')).toBeVisible()
  for (let step = 0; step < 8; step += 1) {
    await scrollUntilMoreIsLoaded(page)
    await expect.poll(() => library.rows.count()).toBeLessThan(70)
  }
  await expect
    .poll(async () => Number(await library.rows.last().getAttribute('aria-rowindex')))
    .toBeGreaterThan(300)
  await expect(library.table).toHaveAttribute('aria-rowcount', '10001')
})

test('MED-01 the library, its filter and its dialog are accessible', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  request,
}) => {
  test.slow()
  await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Midnight Drive.mp3', 'mp3', 2),
    fileOf('Copper Sun.webm', 'webm', 3),
  ])
  await enter('/documents')
  await expect(library.rows).toHaveCount(2)
  await expectAccessible()
  await library.filter.click()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await library.chooseAction('Midnight Drive', 'Edit')
  await expect(library.dialog).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Actions for Copper Sun' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible()
})

test('LIB-01 rows show picture, waveform, length, artist, genre, price and tags at every width', {
  tag: '@core',
}, async ({ account, enter, library, page }) => {
  const outline = 'KUy_dPt8WH'.repeat(9).padEnd(96, 'A')
  const documents = [
    row(1, {
      outline,
      duration: 199,
      artist: 'Nova',
      genre: 'Drill',
      price: 29,
      tags: ['dark', 'night'],
      bpm: 142,
      musical_key: 'F# minor',
    }),
    row(2, { outline: 'HW8tPd_yUK'.repeat(9).padEnd(96, 'A'), duration: 140, price: null, status: 'Sold' }),
  ]
  expect(account.token).not.toBe('')
  await page.route('**/api/documents?*', (route) =>
    route.fulfill({ json: { success: true, documents, total: 2, next_cursor: null } }),
  )
  await enter('/documents')
  const first = library.row('Row 1')
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of ['Nova', 'Drill', '3:19', '142', 'F♯m', '11A', '$29', 'dark, night'])
      await expect(
        first.getByText(text).filter({ visible: true }).first(),
        `${text} at ${width}`,
      ).toBeVisible()
    await expectBox(
      first.getByRole('button', { name: 'Seek in Row 1' }),
      (box) => box.width > (width === 1920 ? 200 : 100),
      `waveform at ${width}`,
    )
    await expectNoSidewaysScroll(page)
  }
  const shapes = () =>
    library.rows
      .locator('svg.sound-bars path')
      .evaluateAll((paths) => new Set(paths.map((path) => path.getAttribute('d'))).size)
  await expect.poll(shapes).toBe(2)

  // Compact rows are lower, and a phone shows only the main columns.
  const height = async () => Math.round((await first.boundingBox())?.height ?? 0)
  const usual = await height()
  await page.evaluate(() => {
    document.documentElement.dataset.compact = 'true'
  })
  await expect.poll(height).toBeLessThanOrEqual(usual - 10)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(first.getByText('Nova').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Row 1' })).toBeVisible()
})

test('LIB-02 several rows are chosen at once, changed, queued, and deleted with a way back', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  player,
  request,
  shell,
}) => {
  test.slow()
  await addToLibrary(
    request,
    baseURL ?? '',
    account,
    ['One', 'Two', 'Three', 'Four'].map((name, index) => fileOf(`${name}.mp3`, 'mp3', 2, 300 + index * 40)),
  )
  await enter('/documents')
  await expect(library.rows).toHaveCount(4)
  // Newest first: Four, Three, Two, One.
  await library.check('Four').click()
  await library.check('Two').click({ modifiers: ['Shift'] })
  await expect(library.bulk).toContainText('3 selected')
  await library
    .row('Three')
    .getByText('Three', { exact: true })
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(library.bulk).toContainText('2 selected')
  await expectAccessible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(library.bulk).toContainText('4 selected')
  await page.keyboard.press('Escape')
  await expect(library.bulk).toHaveCount(0)
  await expect(library.search).toBeVisible()

  await library.check('Four').click()
  await library.check('Three').click()
  await library.bulk.getByRole('button', { name: 'Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 tracks' })
  await expect(dialog.getByRole('textbox', { name: 'Price' })).toBeFocused()
  await expectAccessible()
  await dialog.getByRole('textbox', { name: 'Price' }).fill('35')
  await dialog.getByRole('combobox', { name: 'Genre' }).fill('Drill')
  await dialog.getByRole('textbox', { name: 'Add tags' }).fill('dark')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(shell.toast('2 tracks saved')).toBeVisible()
  for (const title of ['Three', 'Four'])
    for (const text of ['$35', 'Drill', 'dark']) await expect(library.row(title)).toContainText(text)
  await expect(library.row('Two')).toContainText('Set price')

  await library.bulk.getByRole('button', { name: 'Queue' }).click()
  await expect(shell.toast('2 tracks added to the queue')).toBeVisible()
  await expect(player.frame).toHaveAccessibleName('Player, Four')
  await player.frame.hover()
  await player.button('Close').click()

  await library.check('One').click()
  await library.check('Two').click()
  await library.bulk.getByRole('button', { name: 'Delete' }).click()
  await expect(library.rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(library.rows).toHaveCount(4)
  await library.check('One').click()
  await library.check('Two').click()
  await library.bulk.getByRole('button', { name: 'Delete' }).click()
  // Closing the toast ends the chance to undo.
  await page
    .getByRole('region', { name: 'Messages, bottom' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await expect
    .poll(
      async () =>
        (await (await call(request, baseURL ?? '', account.token, 'GET', '/documents')).json()).total,
    )
    .toBe(2)
  await page.reload()
  await expect(library.rows).toHaveCount(2)
})

test('SOUND-02 doubt shows in the list and the player, and tempo and key are repaired in place', async ({
  account,
  enter,
  expectAccessible,
  library,
  page,
}) => {
  expect(account.token).not.toBe('')
  const documents = [
    row(1, {
      bpm: 96,
      bpm_confidence: 0.43,
      musical_key: 'C major',
      key_confidence: 0.4,
      relative_key: 'A minor',
    }),
    row(2, { bpm: 120, bpm_confidence: 0.95, musical_key: 'E minor', key_confidence: 0.9 }),
  ]
  await page.route('**/api/documents?*', (route) =>
    route.fulfill({ json: { success: true, documents, total: 2, next_cursor: null } }),
  )
  await enter('/documents')
  await expect(library.row('Row 1')).toContainText('~96')
  await expect(library.row('Row 1')).toContainText('8B')
  await expect(library.row('Row 2')).not.toContainText('~')
  await library.row('Row 1').getByRole('button', { name: 'Check tempo of Row 1' }).click()
  const bpm = library.dialog.getByRole('textbox', { name: 'BPM', exact: true })
  await expect(bpm).toHaveAccessibleDescription('Detected · 43% confidence')
  for (const [name, tempo] of [
    ['One and a half times the tempo', '144'],
    ['Two thirds of the tempo', '96'],
    ['Double tempo', '192'],
    ['Halve tempo', '96'],
  ] as const) {
    await library.dialog.getByRole('button', { name }).click()
    await expect(bpm).toHaveValue(tempo)
  }
  await expectAccessible()
  // Taps a key 120 times a minute.
  await library.dialog.getByRole('button', { name: 'Tap the tempo' }).focus()
  await page.evaluate(() => {
    for (let tap = 1; tap <= 5; tap += 1) {
      const press = new KeyboardEvent('keydown', { key: 't', bubbles: true })
      Object.defineProperty(press, 'timeStamp', { value: tap * 500 })
      document.activeElement?.dispatchEvent(press)
    }
  })
  await expect(bpm).toHaveValue('120')
  const key = library.dialog.getByRole('combobox', { name: 'Key' })
  await library.dialog.getByRole('button', { name: 'Use Am 8A' }).click()
  await expect(key).toHaveValue('A minor')
  await library.dialog.getByRole('button', { name: 'Use C 8B' }).click()
  await expect(key).toHaveValue('C major')
})

function row(number: number, more: Record<string, unknown> = {}) {
  return {
    id: `row-${number}`,
    title: `Row ${number}`,
    file_name: `row-${number}.mp3`,
    filename: `row-${number}.mp3`,
    file_type: 'audio/mpeg',
    file_size: 8_325_693,
    category: 'beat',
    thumbnail: null,
    uploaded_at: '2026-11-14T12:00:00Z',
    created_at: '2026-11-14T12:00:00Z',
    updated_at: '2026-11-14T12:00:00Z',
    genre: null,
    bpm: null,
    bpm_confidence: null,
    musical_key: null,
    key_confidence: null,
    duration: null,
    loudness: null,
    artist: null,
    outline: null,
    price: null,
    status: 'Available',
    tags: [],
    content_hash: '00',
    analysis: 'done',
    analysis_error: null,
    ...more,
  }
}
