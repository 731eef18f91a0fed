// The side rail: items that need attention, the queue, uploads, and the latest activity.
import { call } from '../../support/account'
import { addClient, sell } from '../../support/clients'
import { daysAgo } from '../../support/days'
import { addToLibrary, fileOf } from '../../support/media'
import { expect, test } from '../../support/test'

test('RAIL-01 the rail shows what needs attention, the queue, uploads and what just happened, live and without scrolling', {
  tag: '@core',
}, async ({ account, allow, baseURL, enter, expectAccessible, page, request, shell }) => {
  test.slow()
  allow(/ERR_FAILED/)
  const url = baseURL ?? ''
  const buyers = ['Lowtide Films', 'Ade Balogun', 'Iris Vance', 'Kito Sound', 'Nova Records', 'Temi', 'Ines']
  await sell(
    request,
    url,
    account,
    buyers.map((client, at) => ({
      title: `Beat ${at}`,
      amount: 100 + at,
      client,
      status: 'Pending' as const,
      date: daysAgo(9 - at),
    })),
  )
  const goal = { title: 'Emergency fund', target_amount: 4000, target_date: daysAgo(-9) }
  await call(request, url, account.token, 'POST', '/goals', goal)
  await addToLibrary(
    request,
    url,
    account,
    [0, 1, 2, 3, 4, 5].map((at) => fileOf(`Track ${at}.mp3`, 'mp3', 20, 300 + 20 * at)),
  )
  const railSection = (name: string) => shell.rail.getByRole('region', { name })

  await page.setViewportSize({ width: 1440, height: 900 })
  await enter('/documents')
  await expect(railSection('Needs attention').getByRole('link').first()).toHaveAccessibleName(
    /Lowtide Films owes \$100\.00 SALE-\d+ · pending 9 days/,
  )
  await expect(railSection('Needs attention')).toContainText(/and \d more/)
  await expect(railSection('Just happened')).toContainText('Track 5 uploaded')
  await expect(railSection('Up next')).toHaveCount(0)
  await expect(railSection('Uploads')).toHaveCount(0)
  await expectAccessible()

  // An item of the rail links to its page.
  await railSection('Needs attention')
    .getByRole('link', { name: /Lowtide Films/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText('Beat 0')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A change made elsewhere arrives through the event stream.
  await addClient(request, url, account, { name: 'Zuri Sound' })
  await expect(railSection('Just happened').getByRole('link').first()).toContainText('Zuri Sound added')

  // The queue: play, remove and move a track.
  await shell.sidebar.getByRole('link', { name: 'Beat Library' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Play Track 5' }).click()
  const minimize = page.getByRole('button', { name: 'Minimize' })
  await minimize.click()
  const queued = railSection('Up next').getByRole('button', { name: /^Play / })
  await expect(queued.first()).toHaveAccessibleName('Play Track 4')
  await railSection('Up next').getByRole('listitem').first().hover()
  await railSection('Up next')
    .getByRole('button', { name: /Move Track 4/ })
    .press('ArrowDown')
  await expect(queued.first()).toHaveAccessibleName('Play Track 3')
  await railSection('Up next').getByRole('listitem').first().hover()
  await railSection('Up next')
    .getByRole('button', { name: /Remove Track 3/ })
    .click()
  await expect(queued.first()).toHaveAccessibleName('Play Track 4')
  await queued.first().click()
  await expect(queued.first()).not.toHaveAccessibleName('Play Track 4')

  // A failed upload needs attention and can be retried from the rail.
  await page.route('**/api/documents/upload*', (route) => route.abort())
  await page.getByLabel('Upload Media').setInputFiles([fileOf('Salt.mp3', 'mp3', 2, 700)])
  const failed = railSection('Needs attention').getByRole('button', { name: /Upload failed Salt\.mp3/ })
  await expect(failed).toBeVisible()
  await expect(railSection('Uploads')).toContainText('Salt.mp3')

  for (const size of [
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size)
    await expect(railSection('Just happened')).toBeVisible()
    const overflow = () => shell.rail.evaluate((rail) => rail.scrollHeight - rail.clientHeight)
    await expect.poll(overflow, `${size.width}: nothing to scroll`).toBeLessThanOrEqual(0)
    const overPlayer = async () => {
      const last = await shell.rail.getByRole('region').last().boundingBox()
      const player = await page.locator('.player-window').boundingBox()
      return (last?.y ?? 0) + (last?.height ?? 0) - (player?.y ?? 0)
    }
    await expect.poll(overPlayer, `${size.width}: clear of the player`).toBeLessThanOrEqual(0)
    await expectAccessible()
  }
  await page.unroute('**/api/documents/upload*')
  await failed.click()
  await expect(failed).toHaveCount(0)
  await expect(railSection('Just happened')).toContainText('Salt uploaded')
})

test('RAIL-01 the rail folds by its button and by ], stays so, and lies over a narrow page', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  shell,
}) => {
  await sell(request, baseURL ?? '', account, [
    { title: 'Glass Garden', amount: 45, client: 'Iris Vance', status: 'Pending', date: daysAgo(0) },
  ])
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter('/beneficiaries')
  const matter = shell.rail.getByRole('link', { name: /Iris Vance owes \$45\.00/ })
  await expect(matter).toBeVisible()
  await page.keyboard.press(']')
  await expect(matter).toHaveCount(0)
  await expect(shell.rail.getByText('1 thing needs attention')).toBeAttached()
  await expect.poll(async () => (await shell.rail.boundingBox())?.width).toBe(36)
  await page.reload()
  await expect(shell.rail.getByText('1 thing needs attention')).toBeAttached()
  await expectAccessible()
  await shell.rail.getByRole('button', { name: 'Show side panel' }).click()
  await expect(matter).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(matter).toHaveCount(0)
  await shell.rail.getByRole('button', { name: 'Show side panel' }).click()
  await expect(matter).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(matter).toHaveCount(0)
})

test('RAIL-01 with nothing to say the rail says so, and a failed load can be repeated', async ({
  allow,
  enter,
  page,
  shell,
}) => {
  allow(/status of 500/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route('**/api/attention', (route) => route.fulfill({ status: 500 }))
  await enter('/cards')
  await expect(shell.rail.getByText("Couldn't load this.")).toBeVisible()
  await page.unroute('**/api/attention')
  await shell.rail.getByRole('button', { name: 'Try again' }).click()
  await expect(shell.rail.getByText('All caught up')).toBeVisible()
})
