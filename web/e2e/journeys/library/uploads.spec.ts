// Uploads on every screen: dropped anywhere, shown in a tray, and surviving a lock.
import type { Route } from '@playwright/test'
import { dropFiles } from '../../support/dropping'
import { fileOf } from '../../support/media'
import { expect, test } from '../../support/test'

test('TRAY-01 TRAY-02 files dropped on any screen go on through screens and a lock, and keep the session awake', {
  tag: '@core',
}, async ({ account, context, enter, expectAccessible, library, lock, page, shell }) => {
  const held: Route[] = []
  let hold = true
  await page.route('**/api/documents/upload', (route) => {
    if (!hold) return route.continue()
    held.push(route)
  })
  await page.clock.install()
  await enter('/beneficiaries')
  await dropFiles(
    page,
    fileOf('Slow Harbor.wav', 'wav', 2),
    fileOf('Copper Sun.wav', 'wav', 2, 440),
    fileOf('Paper Moons.wav', 'wav', 2, 550),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  )
  const tray = page.getByRole('region', { name: 'Uploads', exact: true })
  await expect(tray).toContainText('0 of 4 · 1 failed')
  const rows = tray.getByRole('listitem')
  await expect(rows).toHaveText([
    /Slow Harbor/,
    /Copper Sun/,
    /Paper Moons.*Waiting/,
    /notes\.txt.*File type "text\/plain" not supported/,
  ])
  await expect(tray.getByRole('progressbar', { name: 'All uploads' })).toBeVisible()
  await expectAccessible()

  await shell.sidebar.getByRole('link', { name: 'Finances' }).click()
  await expect(shell.heading('Finances')).toBeVisible()
  await expect(rows).toHaveCount(4)
  await tray.getByRole('button', { name: 'Hide uploads' }).click()
  await expect(rows).toHaveCount(0)
  await tray.getByRole('button', { name: 'Show uploads' }).click()

  // Waits longer than the session timeout without activity.
  await page.clock.fastForward('20:00')
  await page.clock.fastForward('20:00')
  await expect(shell.heading('Finances')).toBeVisible()

  // Newer files stand above the older ones, and the button on the library uses the same list.
  await shell.sidebar.getByRole('link', { name: 'Beat Library' }).click()
  await library.picker.setInputFiles([fileOf('Glass Garden.wav', 'wav', 2, 660)])
  await expect(rows.first()).toContainText('Glass Garden')

  // Another tab locks: the files wait, and go on after unlocking.
  const other = await context.newPage()
  await other.goto('/favicon.svg')
  await other.evaluate(() =>
    new BroadcastChannel('ledgerline.session').postMessage({ type: 'locked', at: 1e14 }),
  )
  await lock.isShown()
  await expect(tray).toHaveCount(0)
  hold = false
  for (const route of held) await route.continue()
  await lock.unlock(account.password)
  await expect(tray).toContainText(/4 of 5 · 1 failed/)
  await expect(library.rows).toHaveCount(4)
  await tray.getByRole('button', { name: 'Clear finished' }).click()
  await expect(tray).toHaveCount(0)
})
