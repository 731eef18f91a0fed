// From the beat to the money, with two people: a producer in the app, and a buyer without an account on a phone.
import { readFile } from 'node:fs/promises'
import { call } from '../support/account'
import { publicViolationsIn } from '../support/axe'
import { nameProducer } from '../support/licenses'
import { addToLibrary, fileOf, zipOf } from '../support/media'
import { acceptOffer, onServer } from '../support/offers'
import { openPhone } from '../support/phone'
import { expect, test } from '../support/test'

/** A minimal MIDI file: one track that ends at once. */
const MIDI = Buffer.from('4d546864000000060000000100604d54726b0000000400ff2f00', 'hex')

test('SHR-10 OFF-03 OFF-04 OFF-08 DLV-02 DLV-04 DLV-05 a stranger hears a beat, asks, accepts, pays and downloads, and the producer has the money and the evidence', {
  tag: '@core',
}, async ({ page, browser, request, baseURL, account, enter }) => {
  test.slow()
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const way = { type: 'paypal', label: 'PayPal', address: 'https://paypal.me/mayaokafor', enabled: true }
  const ways = await call(request, url, account.token, 'PUT', '/ways-to-pay', { ways: [way] })
  expect(ways.status()).toBe(200)

  // A beat with WAV, stems and a voice tag.
  const [beat = ''] = await addToLibrary(request, url, account, [fileOf('Lagos After Rain.mp3', 'mp3', 4)])
  await enter('/settings/previews')
  const tags = page.getByRole('region', { name: 'Voice tags' })
  await tags
    .getByLabel('Add Voice Tag')
    .locator('visible=false')
    .setInputFiles(fileOf('Maya on the beat.wav', 'wav', 1, 880))
  await expect(tags.getByRole('listitem')).toHaveCount(1)
  await page.goto(`/documents/${beat}`)
  const wav = fileOf('Lagos After Rain master.wav', 'wav', 4)
  const stems = zipOf('Lagos After Rain stems.zip')
  await page.getByLabel('Add File', { exact: true }).last().setInputFiles([wav, stems])
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 files' }).click()
  const files = page.getByRole('table', { name: 'Files' })
  await expect(files.getByRole('row', { name: /^Stems/ })).toContainText('v1')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('With your voice tag')

  // A share link without a recipient.
  await page.getByRole('button', { name: 'Share' }).first().click()
  await page.getByRole('dialog').getByLabel('Show prices').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Link' }).click()
  const ready = page.getByRole('dialog', { name: 'Your link is ready' })
  const link = onServer(url, await ready.getByRole('textbox').first().inputValue())
  await ready.getByRole('button', { name: 'View Share' }).click()

  // The stranger hears the preview, leaves a note, and asks for the exclusive license.
  const buyer = await openPhone(browser)
  await buyer.goto(link)
  const media = buyer.waitForResponse((answer) => answer.url().includes('/media/'))
  await buyer.getByRole('button', { name: 'Play', exact: true }).click()
  expect([200, 206]).toContain((await media).status())
  await buyer.getByRole('link', { name: 'Leave a note on Lagos After Rain' }).click()
  await buyer.getByRole('textbox', { name: /^Note to Maya/ }).fill('The hook is it.')
  await buyer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(buyer.getByText('The hook is it.')).toBeVisible()
  await expect(
    page.getByRole('banner').getByRole('link', { name: /^Notifications, \d+ unread/ }),
  ).toBeVisible()
  const ask = buyer.locator('form#ask')
  await ask.getByRole('radio', { name: /^Exclusive/ }).check()
  await ask.getByLabel('Name').fill('Ade Balogun')
  await ask.getByLabel('Email').fill('ade@balogun.music')
  await ask.getByLabel(/^Anything/).fill('For the winter EP.')
  await ask.getByRole('button').click()
  await expect(buyer.getByRole('heading', { name: 'Sent. Thank you.' })).toBeVisible()

  // The question is a message; the bell leads to it, and an offer is made from it.
  await page.goto('/notifications')
  await page.getByRole('article').filter({ hasText: 'Ade Balogun' }).getByRole('link').first().click()
  const question = page.getByRole('dialog', { name: 'Ade Balogun' })
  await expect(question).toContainText('For the winter EP.')
  await question.getByRole('button', { name: 'Make Offer' }).click()
  await expect(page).toHaveURL(/\/offers\/[\w-]+/)
  const offer = page.getByRole('region').filter({ has: page.getByRole('heading', { name: 'OFR-0001' }) })
  await expect(offer).toContainText('Lagos After Rain')
  await offer.getByRole('button', { name: 'Send' }).click()
  const send = page.getByRole('dialog', { name: 'Send OFR-0001' })
  await send.getByRole('button', { name: 'Make Link' }).click()
  const out = page.getByRole('dialog', { name: 'OFR-0001 is out' })
  const address = onServer(url, await out.getByRole('textbox', { name: 'Link of the offer' }).inputValue())
  await out.getByRole('button', { name: 'Done' }).click()

  // The buyer reads the contract and accepts it.
  await buyer.goto(address)
  await expect(buyer.locator('#contract')).toContainText('Maya Okafor')
  await expect(buyer.locator('#contract')).toContainText('Lagos After Rain')
  expect(await publicViolationsIn(buyer)).toEqual([])
  await acceptOffer(buyer, address)
  await expect(buyer.getByRole('heading', { name: /^Accepted\./ })).toBeVisible()
  await expect(buyer.getByRole('link', { name: /^Pay \$[\d,.]+ with PayPal$/ })).toHaveAttribute(
    'href',
    'https://paypal.me/mayaokafor',
  )
  expect(await publicViolationsIn(buyer)).toEqual([])

  // Marking the offer as paid books the sale and the fee, issues the license, and delivers the files.
  await offer.getByRole('button', { name: 'Mark as Paid' }).click()
  const paid = page.getByRole('dialog', { name: 'Mark OFR-0001 as paid' })
  const amount = await paid.getByRole('textbox', { name: 'Amount received' }).inputValue()
  await paid.getByRole('textbox', { name: 'Fee taken from it' }).fill('4.62')
  await paid.getByRole('textbox', { name: 'Payment reference' }).fill('8FX20417LK')
  await paid.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(paid).toBeHidden()
  const step = offer.getByRole('list', { name: 'How far it got' }).locator('[aria-current=step]')
  await expect(step).toContainText('Paid')

  await buyer.goto(address)
  await buyer.getByRole('link', { name: 'Open your files' }).click()
  await expect(buyer.getByRole('heading', { name: 'Lagos After Rain' })).toBeVisible()
  expect(await publicViolationsIn(buyer)).toEqual([])
  const download = async (name: RegExp) => {
    const coming = buyer.waitForEvent('download')
    await buyer.getByRole('button', { name }).click()
    const file = await coming
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const master = await download(/WAV/)
  expect(master.name).toContain('Lagos After Rain (WAV).wav')
  expect(master.bytes.equals(wav.buffer)).toBe(true)
  expect((await download(/stems/i)).bytes.equals(stems.buffer)).toBe(true)
  expect((await download(/contract/i)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await download(/^Download all/)).bytes.subarray(0, 2).toString()).toBe('PK')

  // The project and the MIDI file were promised too; once added, they complete the delivery.
  await expect(buyer.getByText('Not yet')).toHaveCount(2)
  for (const [role, file] of [
    ['project', zipOf('Lagos After Rain project.zip')],
    ['midi', { name: 'Lagos After Rain.mid', mimeType: 'audio/midi', buffer: MIDI }],
  ] as const) {
    const added = await request.post(`${url}/api/documents/${beat}/files`, {
      headers: { Authorization: `Bearer ${account.token}` },
      multipart: { role, file },
    })
    expect(added.status()).toBe(201)
  }
  await expect(step).toContainText('Delivered')
  await buyer.reload()
  await expect(buyer.getByText('Not yet')).toHaveCount(0)
  await expect(buyer.getByRole('button', { name: /MIDI/ })).toBeVisible()

  // The exclusive license can no longer be requested on the shared page.
  await buyer.goto(link)
  await expect(buyer.getByRole('heading', { name: 'Lagos After Rain' }).first()).toBeVisible()
  await expect(buyer.getByRole('radio', { name: /^Exclusive/ })).toHaveCount(0)
  await buyer.context().close()

  // Each download is recorded, the wallet has the payment minus the fee, and the evidence PDF contains all of it.
  await offer.getByRole('link', { name: 'LIC-0001' }).click()
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true })
  await expect(delivery).toContainText('Lagos After Rain (WAV).wav')
  await expect(delivery).toContainText(/Chrome/)
  const { wallet } = await (await call(request, url, account.token, 'GET', '/wallet')).json()
  expect(wallet.balance).toBeCloseTo(Number(amount.replaceAll(',', '')) - 4.62, 2)
  await page.goBack()
  const evidence = page.waitForEvent('download')
  await offer.getByRole('button', { name: /^Evidence Pack/ }).click()
  const pack = await readFile(await (await evidence).path())
  expect(pack.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pack.includes('/EmbeddedFile')).toBe(true)
})
