// The player with real files: three sizes, playing across screens, and its error messages.

import { call } from '../../support/account'
import { stopClock } from '../../support/clock'
import { expectBox } from '../../support/layout'
import { watchEventStream } from '../../support/live'
import { addToLibrary, fileOf } from '../../support/media'
import { expect, test } from '../../support/test'

test('PLAY-01 PLAY-02 PLAY-03 a track plays in a window of 800 by 600; its controls do what they say', {
  tag: '@core',
}, async ({ account, baseURL, enter, library, page, player, request }) => {
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 60)])
  await enter('/documents')
  await library.play('Midnight Drive').click()
  await player.waitUntilPlaying()
  await expect.poll(() => player.frame.boundingBox()).toEqual({ x: 240, y: 100, width: 800, height: 600 })
  await expect(player.frame.getByText('Audio Track')).toBeVisible()
  await expect(player.frame.getByText('1:00', { exact: true })).toBeVisible()

  await player.button('Pause').click()
  await expect.poll(() => player.isPaused()).toBe(true)
  await expect(library.play('Midnight Drive')).toBeVisible()
  const before = await player.time()
  await player.button('Forward 10 seconds').click()
  await expect.poll(() => player.time()).toBeCloseTo(before + 10, 1)
  await player.button('Back 10 seconds').click()
  await expect.poll(() => player.time()).toBeCloseTo(before, 1)
  const bar = await player.seek.boundingBox()
  await page.mouse.click((bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + 10)
  await expect(player.seek).toHaveAttribute('aria-valuetext', '0:30 of 1:00')

  await expect(player.volume).toHaveAttribute('step', '0.01')
  await player.volume.fill('0.3')
  await expect.poll(() => player.media.evaluate((video: HTMLVideoElement) => video.volume)).toBeCloseTo(0.3)
  await player.button('Mute').click()
  await expect(player.volume).toHaveValue('0')
  await player.button('Unmute').click()
  await expect(player.volume).toHaveValue('0.7')

  await player.button('Maximize').click()
  await expectBox(player.frame, (box) => box.width === 1280, 'maximized')
  await player.button('Restore').click()
  await expectBox(player.frame, (box) => box.width === 800, 'restored')
  await page.mouse.move(500, 120)
  await page.mouse.down()
  await page.mouse.move(560, 150, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => player.frame.boundingBox()).toMatchObject({ x: 300, y: 130 })
  await player.button('Close').click()
  await expect(player.frame).toHaveCount(0)
})

test('PLAY-06 the keys work in the window, and the system knows what plays', async ({
  account,
  baseURL,
  enter,
  library,
  page,
  player,
  request,
}) => {
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 60)])
  await enter('/documents')
  await library.play('Midnight Drive').click()
  await player.waitUntilPlaying()
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Midnight Drive')
  await page.keyboard.press(' ')
  await expect.poll(() => player.isPaused()).toBe(true)
  const before = await player.time()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => player.time()).toBeCloseTo(before + 10, 0)
  await page.keyboard.press('m')
  await expect(player.button('Unmute')).toBeVisible()
  await page.keyboard.press('f')
  await expect(player.button('Restore')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(player.button('Maximize')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(player.button('Expand')).toBeAttached()
  await player.frame.hover()
  await player.button('Close').click()
  await expect(player.frame).toHaveCount(0)
  await expect(library.play('Midnight Drive')).toBeFocused()
})

test('PLAY-01 PLAY-06 it plays on, made small, while the screens change, and stops with the session', {
  tag: '@core',
}, async ({ account, baseURL, enter, library, page, player, request, shell }) => {
  await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Midnight Drive.mp3', 'mp3', 60),
    fileOf('Glass Garden.wav', 'wav', 60, 440),
  ])
  await enter('/documents')
  await library.play('Glass Garden').click()
  await player.waitUntilPlaying()
  await expect(player.button('Previous track')).toBeDisabled()
  await player.button('Next track').click()
  await expect(player.frame).toHaveAccessibleName('Player, Midnight Drive')
  await player.waitUntilPlaying()
  await player.button('Minimize').click()
  await expect(player.seek).toBeVisible()
  await shell.sidebar.getByRole('link', { name: 'Finances' }).click()
  await expect(shell.heading('Finances')).toBeVisible()
  await player.waitUntilPlaying(await player.time())
  await player.frame.hover()
  await player.button('Expand').click()
  await expect(player.button('Minimize')).toBeVisible()
  await player.waitUntilPlaying(await player.time())
  await player.button('Minimize').click()
  await shell.signOut()
  await expect(player.frame).toHaveCount(0)
  await expect(page.locator('video')).toHaveCount(0)
})

test('PLAY-06 the bars follow the sound itself', async ({
  account,
  baseURL,
  enter,
  library,
  page,
  player,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 60)])
  await enter('/documents')
  await library.play('Midnight Drive').click()
  await player.waitUntilPlaying()
  const level = () => player.frame.locator('canvas').evaluate((canvas) => Number(canvas.dataset.level ?? '0'))
  await expect.poll(level).toBeGreaterThan(0.2)
})

test('PLAY-02 PLAY-04 a video shows, with controls that go after three quiet seconds', async ({
  account,
  baseURL,
  enter,
  library,
  page,
  player,
  request,
}) => {
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Copper Sun.webm', 'webm', 60)])
  await page.clock.install()
  await enter('/documents')
  await library.play('Copper Sun').click()
  await player.waitUntilPlaying()
  await expect.poll(() => player.media.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(320)
  await stopClock(page)
  const deck = player.frame.locator('.video-deck')
  await page.mouse.move(640, 300)
  await expect(deck).toHaveCSS('opacity', '1')
  await page.clock.fastForward(3_500)
  await expect(deck).toHaveCSS('opacity', '0')
  await page.mouse.move(660, 320)
  await expect(deck).toHaveCSS('opacity', '1')
  await player.button('Pause').click()
  await page.clock.fastForward(3_500)
  await expect(deck).toHaveCSS('opacity', '1')
})

test('PLAY-05 what cannot be played says so and can be closed', async ({
  account,
  allow,
  baseURL,
  enter,
  library,
  page,
  player,
  request,
}) => {
  await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Ferry Lights.avi', 'avi', 3),
    fileOf('Midnight Drive.mp3', 'mp3', 20),
  ])
  await enter('/documents')
  await library.play('Ferry Lights').click()
  await expect(player.frame.getByRole('alert')).toContainText('Failed to load media file')
  await player.button('Close player').click()
  await expect(player.frame).toHaveCount(0)

  allow(/status of 503/)
  await page.route('**/ticket?*', (route) => route.fulfill({ status: 503, json: { success: false } }))
  await library.play('Midnight Drive').click()
  await expect(player.frame.getByRole('alert')).toContainText('Failed to load media: 503')
})

test('PLAY-06 a link that has run out is replaced, and the track goes on', async ({
  account,
  baseURL,
  enter,
  library,
  page,
  player,
  request,
}) => {
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 20)])
  let tickets = 0
  await page.route('**/ticket?*', async (route) => {
    tickets += 1
    if (tickets > 1) return route.continue()
    const answer = await (await route.fetch()).json()
    return route.fulfill({ status: 201, json: { ...answer, url: `${answer.url}x` } })
  })
  await enter('/documents')
  await library.play('Midnight Drive').click()
  await player.waitUntilPlaying()
  expect(tickets).toBe(2)
})

test('PLAY-05 deleting what plays asks, deletes and closes the player', async ({
  account,
  baseURL,
  enter,
  library,
  player,
  request,
  shell,
}) => {
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 20)])
  await enter('/documents')
  await library.play('Midnight Drive').click()
  await player.waitUntilPlaying()
  await player.button('Delete').click()
  await library.question.getByRole('button', { name: 'Delete' }).click()
  await expect(shell.toast('Beat deleted successfully!')).toBeVisible()
  await expect(player.frame).toHaveCount(0)
  await expect(library.rows).toHaveCount(0)
})

test('PLAY-01 the player is accessible, large, small and on a phone', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  player,
  request,
}) => {
  test.slow()
  await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 60)])
  await enter('/documents')
  await library.play('Midnight Drive').click()
  await player.waitUntilPlaying()
  await expectAccessible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectBox(player.frame, (box) => box.x === 0 && box.width === 390, 'as wide as the phone')
  await expectAccessible()
  await player.button('Minimize').click()
  await player.frame.hover()
  await expectAccessible()
})

test('QUEUE-01 the queue plays on, is ordered by hand, and stands paused at its place after a reload', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  player,
  request,
}) => {
  test.slow()
  await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Paper Moons.mp3', 'mp3', 60, 300),
    fileOf('Ferry Lights.mp3', 'mp3', 60, 350),
    fileOf('Glass Garden.mp3', 'mp3', 60, 400),
    fileOf('Midnight Drive.mp3', 'mp3', 3, 440),
  ])
  await enter('/documents')
  await library.play('Midnight Drive').click()
  // The end of a track starts the next one of the list.
  await expect(player.frame).toHaveAccessibleName('Player, Glass Garden')
  await player.waitUntilPlaying()
  // Paused, so that the track does not end while the queue is being ordered.
  await player.button('Pause').click()
  await player.button('Queue').click()
  const titles = player.queue.getByRole('button', { name: /^Play / })
  await expect(titles).toHaveText([/Ferry Lights/, /Paper Moons/])

  // Moves a track by keyboard, then by the pointer.
  await player.queue.getByRole('button', { name: 'Move Paper Moons', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(titles).toHaveText([/Paper Moons/, /Ferry Lights/])
  await expect(player.queue.getByRole('button', { name: 'Move Paper Moons', exact: true })).toBeFocused()
  await player.queue.getByRole('button', { name: 'Move Ferry Lights', exact: true }).hover()
  await page.mouse.down()
  const top = await titles.first().boundingBox()
  await page.mouse.move(900, (top?.y ?? 0) + 10, { steps: 5 })
  await page.mouse.up()
  await expect(titles).toHaveText([/Ferry Lights/, /Paper Moons/])
  await player.queue.getByRole('button', { name: 'Remove Ferry Lights from the queue' }).click()
  await expect(titles).toHaveText([/Paper Moons/])
  await player.queue.getByRole('button', { name: 'Repeat: off' }).click()
  await expect(player.queue.getByRole('button', { name: 'Repeat: all' })).toBeVisible()
  await player.queue.getByRole('button', { name: 'Shuffle' }).click()
  await expect(player.queue.getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()

  await player.volume.fill('0.3')
  await player.button('Play').click()
  await player.button('Forward 10 seconds').click()
  await player.button('Forward 10 seconds').click()
  await expect.poll(() => player.time()).toBeGreaterThan(19)
  await page.reload()
  await expect(player.frame).toHaveAccessibleName('Player, Glass Garden')
  await expect.poll(() => player.time()).toBeGreaterThan(15)
  await expect.poll(() => player.isPaused()).toBe(true)
  await player.button('Queue').click()
  await expect(titles).toHaveText([/Paper Moons/])
  await expect(player.queue.getByRole('button', { name: 'Repeat: all' })).toBeVisible()
  await expectAccessible()
  await titles.first().click()
  await expect(player.frame).toHaveAccessibleName('Player, Paper Moons')
  await player.waitUntilPlaying()
  await player.frame.hover()
  await player.button('Expand').click()
  await expect(player.volume).toHaveValue('0.3')
})

test('QUEUE-02 a video fills the screen, the space bar works from anywhere, and Escape makes the player small', async ({
  account,
  baseURL,
  enter,
  library,
  page,
  player,
  request,
  shell,
}) => {
  await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Midnight Drive.mp3', 'mp3', 60),
    fileOf('Copper Sun.webm', 'webm', 60),
  ])
  await enter('/documents')
  await library.play('Copper Sun').click()
  await player.waitUntilPlaying()
  await player.button('Fullscreen').click()
  await expect
    .poll(() => page.evaluate(() => document.fullscreenElement?.classList.contains('player-window')))
    .toBe(true)
  await player.button('Exit fullscreen').click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  const hasPicture = await page.evaluate(() => document.pictureInPictureEnabled)
  await expect(player.button('Picture in picture')).toHaveCount(hasPicture ? 1 : 0)
  await player.frame.focus()
  await page.keyboard.press('Escape')
  await expect(player.button('Expand')).toBeAttached()

  // The mini player skips to the next track and seeks.
  await player.button('Next track').click()
  await expect(player.frame).toHaveAccessibleName('Player, Midnight Drive')
  await player.waitUntilPlaying()
  const bar = await player.seek.boundingBox()
  await page.mouse.click((bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + 10)
  await expect.poll(() => player.time()).toBeGreaterThan(29)

  // The space bar works wherever the focused element does not use it.
  await shell.sidebar.getByRole('link', { name: 'Finances' }).click()
  await expect(shell.heading('Finances')).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press(' ')
  await expect.poll(() => player.isPaused()).toBe(true)
  await page.keyboard.press(' ')
  await expect.poll(() => player.isPaused()).toBe(false)
  await page.getByRole('combobox', { name: /^Search/ }).fill('a b')
  await page.keyboard.press(' ')
  expect(await player.isPaused()).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Help/ }).first().click()
  await expect(page.getByRole('dialog', { name: 'Help' })).toContainText('Play or pause, from anywhere')
})

test('QUEUE-02 what cannot play says why and offers the download, and the queue passes over it', async ({
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
  await addToLibrary(request, baseURL ?? '', account, [
    fileOf('Slow Harbor.weba', 'weba', 20),
    fileOf('Ferry Lights.avi', 'avi', 3),
    fileOf('Midnight Drive.mp3', 'mp3', 2),
  ])
  await enter('/documents')
  await library.play('Ferry Lights').click()
  const alert = player.frame.getByRole('alert')
  await expect(alert).toContainText('Failed to load media file')
  await expect(alert).toContainText("Your browser can't play AVI files.")
  await expect(player.seek).toHaveCount(0)
  await expect(player.button('Play')).toHaveCount(0)
  await expectAccessible()
  const download = page.waitForEvent('download')
  await player.button('Download').click()
  expect((await download).suggestedFilename()).toBe('Ferry Lights.avi')
  await player.button('Close player').click()

  // In a queue the unplayable video is skipped. A WebM file with sound only plays as sound.
  await library.play('Midnight Drive').click()
  await expect(player.frame).toHaveAccessibleName('Player, Slow Harbor')
  await expect(shell.toast('Skipped “Ferry Lights”')).toBeVisible()
  await player.waitUntilPlaying()
  await expect(player.frame.getByText('Audio Track', { exact: false }).first()).toBeVisible()
})

test('LIB-01 QUEUE-02 the waveform of a row plays from where it is clicked; a rename or a deletion elsewhere reaches the player', async ({
  account,
  baseURL,
  enter,
  library,
  page,
  player,
  request,
  shell,
}) => {
  const [id] = await addToLibrary(request, baseURL ?? '', account, [fileOf('Midnight Drive.mp3', 'mp3', 60)])
  const stands = watchEventStream(page)
  await enter('/documents')
  await stands
  await library.row('Midnight Drive').getByRole('button', { name: 'Seek in Midnight Drive' }).click()
  await player.waitUntilPlaying(29)
  await call(request, baseURL ?? '', account.token, 'PUT', `/documents/${id}`, { title: 'Night Drive' })
  await expect(player.frame).toHaveAccessibleName('Player, Night Drive')
  await request.delete(`${baseURL}/api/documents/${id}`, {
    headers: { Authorization: `Bearer ${account.token}` },
  })
  await expect(shell.toast('“Night Drive” was deleted')).toBeVisible()
  await expect(player.frame).toHaveCount(0)
})
