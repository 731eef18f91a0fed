// Large files: sent in pieces by the tus protocol, from a browser whose connection breaks.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '../../support/account'
import { startBreakingProxy } from '../../support/breaking-proxy'
import { addToLibrary, fileOf, zipOf } from '../../support/media'
import { expect, test } from '../../support/test'

const MEGABYTE = 1024 * 1024

test('FILE-05 FILE-06 a large file pauses, and goes on after a broken connection, a reload and a sign-in, byte for byte', async ({
  account,
  allow,
  auth,
  baseURL,
  expectAccessible,
  page,
  request,
  shell,
}) => {
  test.slow()
  allow(/Failed to load resource/)
  const url = baseURL ?? ''
  const [id] = await addToLibrary(request, url, account, [fileOf('Glass Garden.mp3', 'mp3', 3)])
  const folder = mkdtempSync(join(tmpdir(), 'ledgerline-large-'))
  const bytes = zipOf('', randomBytes(44 * MEGABYTE)).buffer
  const path = join(folder, 'Glass Garden stems.zip')
  writeFileSync(path, bytes)
  // The proxy cuts the connection within the second piece and holds back the following piece, so that there is time to
  // pause.
  const proxy = await startBreakingProxy(url, 24 * MEGABYTE)
  await page.goto(`${proxy.url}/favicon.svg`)
  await page.evaluate((token) => localStorage.setItem('ledgerline.token', token), account.token)
  await page.goto(`${proxy.url}/documents/${id}`)
  await page.getByLabel('Add File', { exact: true }).last().setInputFiles(path)
  const starts: number[] = []
  page.on('request', (one) => {
    if (one.method() === 'PATCH') starts.push(Number(one.headers()['upload-offset']))
  })
  await page.getByRole('button', { name: 'Add 1 file' }).click()
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect.poll(() => starts.length).toBe(3)
  expect(proxy.isBroken()).toBe(true)
  expect(starts[2]).toBeGreaterThanOrEqual(16 * MEGABYTE)
  const progress = uploads.getByRole('progressbar', { name: 'Upload of Glass Garden stems.zip' })
  await expect(progress).toHaveAttribute('aria-valuetext', /^\d\d\.\d\d MB of 44\.00 MB$/)
  await expect(uploads).toContainText(/\d [KM]B\/s/)
  await uploads.getByRole('button', { name: 'Pause upload of Glass Garden stems.zip' }).click()
  await expect(uploads).toContainText(/Paused at \d\d\.\d\d MB of 44\.00 MB/)
  await expectAccessible()

  // After a reload and the next sign-in the upload asks for its file again, and accepts no other file.
  proxy.release()
  await page.reload()
  await expect(uploads).toContainText('Choose the file again to resume')
  await shell.signOut()
  await auth.signIn(account.email, account.password)
  await expect(uploads).toContainText('Choose the file again to resume')
  const other = join(folder, 'other', 'Glass Garden stems.zip')
  mkdirSync(join(folder, 'other'))
  writeFileSync(other, bytes.subarray(0, 1000))
  for (const chosen of [other, path]) {
    const chooser = page.waitForEvent('filechooser')
    await uploads.getByRole('button', { name: 'Resume upload of Glass Garden stems.zip' }).click()
    await (await chooser).setFiles(chosen)
    if (chosen === other) await expect(page.getByText("That's a different file.")).toBeVisible()
  }
  await expect(uploads).toContainText('1 of 1')
  expect(starts[3]).toBeGreaterThanOrEqual(16 * MEGABYTE)

  // Signing out has ended the session of the first token.
  const token = await page.evaluate(() => localStorage.getItem('ledgerline.token') ?? '')
  const { files } = await (await call(request, url, token, 'GET', `/documents/${id}/files`)).json()
  expect(files).toMatchObject([{ role: 'stems', name: 'Glass Garden stems.zip', size: bytes.length }])
  const kept = await call(request, url, token, 'GET', `/documents/${id}/files/${files[0].id}/download`)
  expect(bytes.equals(await kept.body())).toBe(true)
  await proxy.close()
})
