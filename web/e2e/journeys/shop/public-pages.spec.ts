// Public pages on a phone, with taps: what a visitor has chosen stays, whatever plays and however often a form is sent.
import type { APIRequestContext, Page } from '@playwright/test'
import { type Account, call, createAccount } from '../../support/account'
import { publicViolationsIn } from '../../support/axe'
import { expectNoSidewaysScroll } from '../../support/layout'
import { kindOf, nameProducer } from '../../support/licenses'
import { addToLibrary, fileOf } from '../../support/media'
import { onServer, sendOffer } from '../../support/offers'
import { openPhone } from '../../support/phone'
import { MAILING_URL, STRICT_URL } from '../../support/servers'
import { expect, test } from '../../support/test'

test.use({
  baseURL: async ({}, use) => {
    await use(process.env[MAILING_URL] ?? '')
  },
})

const NAMES = ['Midnight Drive', 'Glass Garden']

/** Adds two beats of two seconds, the second one dearer, whose previews are ready. Returns their ids. */
async function addBeats(request: APIRequestContext, url: string, account: Account): Promise<string[]> {
  await nameProducer(request, url, account)
  const files = NAMES.map((name, index) => fileOf(`${name}.mp3`, 'mp3', 2, 310 + index * 10))
  const ids = await addToLibrary(request, url, account, files)
  const kind = await kindOf(request, url, account, 'MP3 Lease')
  const prices = { prices: [{ kind_id: kind, offer: 'own', price: 44 }] }
  const put = await call(request, url, account.token, 'PUT', `/documents/${ids[1]}/prices`, prices)
  expect(put.status(), await put.text()).toBe(200)
  await call(request, url, account.token, 'POST', '/previews/prepare')
  const ready = async () => (await (await call(request, url, account.token, 'GET', '/previews')).json()).ready
  await expect.poll(ready).toBe(2)
  return ids
}

async function openShop(request: APIRequestContext, url: string, account: Account): Promise<string> {
  const ids = await addBeats(request, url, account)
  const handle = account.email.replace(/[^a-z0-9]/g, '').slice(4, 24)
  const put = (path: string, body: object) => call(request, url, account.token, 'PUT', path, body)
  await put('/users/settings', { profile_visibility: 'public', allow_messages: true })
  await put('/shop', { handle, is_on: true })
  await call(request, url, account.token, 'POST', '/documents/public', { ids, is_public: true })
  return `/@${handle}`
}

/** Waits until the preview has ended and the next beat plays. */
async function waitForNext(page: Page, title: string) {
  await expect(page.locator('[data-title-now]').first()).toHaveText(title)
}

test('SHOP-03 prices and the pause sign follow taps and not what plays, and licenses are a list', async ({
  account,
  baseURL,
  browser,
  request,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const path = await openShop(request, url, account)
  const buyer = await openPhone(browser, { hasTouch: true })
  await buyer.goto(`${url}${path}`)

  // The newest beat is first. Its licenses are a list with one open; the table is behind a link.
  const first = buyer.locator('.beat', { hasText: 'Glass Garden' })
  const second = buyer.locator('.beat', { hasText: 'Midnight Drive' })
  const list = buyer.locator('.picks')
  await expect(list.getByText('MP3 Lease')).toBeVisible()
  await expect(buyer.getByRole('region', { name: 'Licenses compared' })).toBeHidden()
  await expect(list.getByRole('link', { name: /^Get this/ })).toHaveCount(1)
  await expect(list.getByRole('link', { name: 'Get this, MP3 Lease' })).toBeVisible()
  await list.getByText('WAV Lease').tap()
  await expect(list.getByRole('link', { name: 'Get this, WAV Lease' })).toBeVisible()
  await expect(list.getByRole('link', { name: 'Get this, MP3 Lease' })).toBeHidden()
  await expectNoSidewaysScroll(buyer)
  expect(await publicViolationsIn(buyer)).toEqual([])
  for (const link of await buyer.locator('a.price, .foot a, .compared a, .pick summary').all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }

  // A tap on a beat's price shows its prices; playing does not.
  await second.getByRole('link', { name: /^Licenses for Midnight Drive/ }).tap()
  await expect(buyer.locator('[data-priced]')).toHaveText('Midnight Drive')
  const price = list.locator('[data-price]').first()
  await expect(price).toHaveText('$29')
  await first.getByRole('button', { name: 'Play Glass Garden' }).tap()
  const isPaused = (beat: typeof first) => beat.locator('.play .i').last()
  await expect(isPaused(first)).toBeVisible()
  await expect(isPaused(second)).toBeHidden()
  await waitForNext(buyer, 'Midnight Drive')
  await first.getByRole('link', { name: /^Licenses for Glass Garden/ }).tap()
  await expect(price).toHaveText('$44')
  await first.getByRole('button', { name: 'Play Glass Garden' }).tap()
  await waitForNext(buyer, 'Midnight Drive')
  await expect(buyer.locator('[data-priced]')).toHaveText('Glass Garden')
  await expect(price).toHaveText('$44')

  await buyer.getByRole('link', { name: 'Compare all licenses' }).tap()
  const table = buyer.getByRole('region', { name: 'Licenses compared' })
  await expect(table.getByRole('columnheader', { name: /WAV Lease/ })).toBeVisible()
  await expectNoSidewaysScroll(buyer)
  await buyer.setViewportSize({ width: 1280, height: 900 })
  await expect(list).toBeHidden()
  await expect(table).toBeVisible()
  expect(await publicViolationsIn(buyer)).toEqual([])
  await buyer.context().close()
})

test('SHR-10 a question and a note stay with their beat when the next one plays', async ({
  account,
  baseURL,
  browser,
  request,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const beats = await addBeats(request, url, account)
  const made = await call(request, url, account.token, 'POST', '/shares', { title: 'Two', beats })
  const { share } = await made.json()
  const listener = await openPhone(browser, { hasTouch: true })
  await listener.goto(onServer(url, share.links[0].address))
  const ask = listener.locator('form#ask')
  await ask.getByLabel('Beat', { exact: true }).selectOption('Midnight Drive')
  await ask.getByLabel('Name').tap()
  await ask.getByLabel('Name').pressSequentially('Ade Balogun')
  await listener.getByRole('link', { name: /^Leave a note on/ }).tap()
  const note = listener.locator('form#note')
  await note.getByRole('textbox').pressSequentially('The hook is it.')
  await expect(note).toContainText('on Midnight Drive')
  await listener.getByRole('button', { name: 'Play', exact: true }).tap()
  await waitForNext(listener, 'Glass Garden')
  await expect(ask.getByLabel('Beat', { exact: true })).toHaveValue(beats[0] ?? '')
  await expect(ask.getByLabel('Name')).toHaveValue('Ade Balogun')
  await expect(note).toContainText('on Midnight Drive')
  await note.getByRole('button', { name: 'Send' }).tap()
  await expect(listener.locator('.tracks li', { hasText: 'Midnight Drive' })).toContainText('The hook is it.')
  await listener.context().close()
})

test('OFF-03 the bar of an offer leads to the contract and is gone at the form', async ({
  account,
  baseURL,
  browser,
  request,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const [beat = ''] = await addBeats(request, url, account)
  const sent = await sendOffer(request, url, account, beat, 'MP3 Lease')
  const buyer = await openPhone(browser, { hasTouch: true })
  await buyer.goto(onServer(url, sent.url))
  const bar = buyer.locator('.bar')
  const isOnTop = () =>
    bar.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  expect(await isOnTop()).toBe(true)
  await bar.getByRole('link', { name: 'Read and accept' }).tap()
  await expect(buyer).toHaveURL(/#contract$/)
  await expect(buyer.locator('#contract')).toBeInViewport()
  expect(await isOnTop()).toBe(true)
  await buyer.getByLabel('Legal name').tap()
  expect(await isOnTop()).toBe(false)
  await expect(buyer.getByRole('button', { name: 'Accept and pay $29.00' })).toBeVisible()
  for (const width of [390, 1280]) {
    await buyer.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(buyer)
    expect(await publicViolationsIn(buyer)).toEqual([])
  }
  await buyer.context().close()
})

test('BUY-27 a form that comes too often keeps what was typed and says when it can be sent', async ({
  browser,
  request,
}) => {
  test.slow()
  const url = process.env[STRICT_URL] ?? ''
  const account = await createAccount(request, url)
  const beats = await addBeats(request, url, account)
  const made = await call(request, url, account.token, 'POST', '/shares', { title: 'Two', beats })
  const { share } = await made.json()
  const link = onServer(url, share.links[0].address)
  const listener = await openPhone(browser, { hasTouch: true })
  const ask = listener.locator('form#ask')
  const refused = listener.getByRole('heading', { name: 'Too much at once' })
  // Five questions an hour; a test that runs again has fewer left.
  for (let question = 1; question <= 6 && !(await refused.isVisible()); question += 1) {
    await listener.goto(link)
    await ask.getByLabel('Name').pressSequentially('Iris')
    await ask.getByLabel('Email').pressSequentially('iris@film.example')
    await ask.getByLabel(/^Anything/).pressSequentially('For a film & a trailer')
    await ask.getByRole('button').tap()
    await expect(listener.getByRole('heading', { name: 'Sent. Thank you.' }).or(refused)).toBeVisible()
  }
  await expect(refused).toBeVisible()
  await expect(listener.getByRole('alert')).toHaveText(
    /^Try again at \d{1,2}:\d{2}.(AM|PM)\. What you typed is still here\.$/,
  )
  await expect(listener.getByLabel('Message')).toHaveValue('For a film & a trailer')
  await expect(listener.getByLabel('Email')).toHaveValue('iris@film.example')
  for (const width of [390, 1280]) {
    await listener.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(listener)
    expect(await publicViolationsIn(listener)).toEqual([])
  }
  await listener.getByRole('button', { name: 'Send again' }).tap()
  await expect(listener.getByLabel('Message')).toHaveValue('For a film & a trailer')
  await listener.context().close()
})
