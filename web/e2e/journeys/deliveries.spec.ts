// The delivery of a license: its address, what is missing, what the buyer downloaded, and renewing it.
import { issue, nameProducer } from '../support/licenses'
import { addToLibrary, fileOf } from '../support/media'
import { onServer, openVisitorPage } from '../support/offers'
import { expect, test } from '../support/test'

test('DLV-01 DLV-03 DLV-04 DLV-05 DLV-06 a license is delivered, and its files, gaps and downloads are seen', {
  tag: '@core',
}, async ({ page, request, baseURL, account, enter, expectAccessible }) => {
  test.slow()
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const [beat = ''] = await addToLibrary(request, url, account, [fileOf('Midnight Drive.mp3', 'mp3', 2)])
  const license = await issue(request, url, account, beat, 'WAV Lease', {
    buyer: { name: 'Nova Records LLC', email: 'nova@records.example' },
  })
  await enter(`/licenses/${license.id}`)
  const panel = page.getByRole('region', { name: 'Delivery', exact: true })
  await expect(panel).toContainText('The buyer has no link to the files yet.')
  await panel.getByRole('button', { name: 'Make Delivery Link' }).click()
  await expect(panel.getByText('Files missing')).toBeVisible()
  await expect(panel).toContainText('Midnight Drive: WAV')
  await expect(panel.getByRole('list', { name: 'Files in the delivery' })).toContainText('(MP3).mp3')
  await expect(panel).toContainText('Nothing was downloaded yet.')
  await expectAccessible()

  // The buyer, without an account, takes the MP3.
  const link = await panel.getByRole('link', { name: 'Open page' }).getAttribute('href')
  if (!link) throw new Error('the delivery has no address')
  const buyer = await openVisitorPage(page)
  await buyer.goto(onServer(url, link))
  await expect(buyer.getByText(/being prepared/i).first()).toBeVisible()
  const downloading = buyer.waitForEvent('download')
  await buyer.getByRole('button', { name: /MP3/ }).first().click()
  await (await downloading).path()
  await buyer.close()
  await expect(panel.getByText('Downloaded once').first()).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Downloads on record' })).toContainText('Whole')

  const newer = panel.getByRole('checkbox', { name: 'Also deliver newer versions of these files' })
  await newer.click()
  await expect(newer).toBeChecked()
  // The checkbox is enabled again once the change is saved.
  await expect(newer).toBeEnabled()
  await panel.getByRole('button', { name: 'Renew' }).click()
  await expect(page.getByText(/^Good until /)).toBeVisible()
  await page.reload()
  await expect(newer).toBeChecked()
  const saving = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Evidence Pack' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
  await expectAccessible()
})
