// The public page of a producer as strangers see it: finding a beat, playing it, requesting a license with a code from
// a mail, and writing to the producer, who answers by mail.
import type { APIRequestContext, Page } from '@playwright/test'
import { type Account, call } from '../../support/account'
import { publicViolationsIn } from '../../support/axe'
import { expectNoSidewaysScroll } from '../../support/layout'
import { nameProducer } from '../../support/licenses'
import { addToLibrary, fileOf } from '../../support/media'
import { acceptOffer, sendOffer } from '../../support/offers'
import { confirmEmail, waitForMail } from '../../support/outbox'
import { openPhone } from '../../support/phone'
import { MAILING_URL, SUPPORT_EMAIL } from '../../support/servers'
import { expect, test } from '../../support/test'

test.use({
  baseURL: async ({}, use) => {
    await use(process.env[MAILING_URL] ?? '')
  },
})

/** Opens a page with three public beats in two genres, whose previews are ready. Returns its path. */
async function openShop(request: APIRequestContext, url: string, account: Account): Promise<string> {
  await confirmEmail(request, url, account.email)
  await nameProducer(request, url, account)
  const names = ['Midnight Drive', 'Glass Garden', 'Copper Sun']
  const ids = await addToLibrary(
    request,
    url,
    account,
    names.map((name, index) => fileOf(`${name}.mp3`, 'mp3', 2, 310 + index * 10)),
  )
  const handle = account.email.replace(/[^a-z0-9]/g, '').slice(4, 24)
  const put = (path: string, body: object) => call(request, url, account.token, 'PUT', path, body)
  await put(`/documents/${ids[0]}`, { genre: 'Drill' })
  await put(`/documents/${ids[1]}`, { genre: 'Lo-fi' })
  await put('/users/settings', { profile_visibility: 'public', allow_messages: true })
  await put('/shop', {
    handle,
    is_on: true,
    words: 'Drums from Lagos.',
    embed_hosts: ['www.mayaokafor.com'],
  })
  await call(request, url, account.token, 'POST', '/documents/public', { ids, is_public: true })
  await call(request, url, account.token, 'POST', '/previews/prepare')
  const ready = async () => (await (await call(request, url, account.token, 'GET', '/previews')).json()).ready
  await expect.poll(ready).toBe(3)
  return `/@${handle}`
}

const titles = (page: Page) => page.locator('ul.beats').getByRole('heading', { level: 3 })

test('SHOP-03 SHOP-04 SHOP-05 SHOP-08 OFF-05 a stranger finds a beat, hears it, and gets its license by a code', {
  tag: '@core',
}, async ({ account, baseURL, browser, request }) => {
  test.slow()
  const url = baseURL ?? ''
  const path = await openShop(request, url, account)
  const buyer = await openPhone(browser)
  await buyer.goto(`${url}${path}`)
  await expect(buyer.getByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible()
  await expect(buyer.getByText('Drums from Lagos.')).toBeVisible()
  await expect(titles(buyer)).toHaveCount(3)
  // Contact details that were not ticked are hidden.
  await expect(buyer.getByText(account.email)).toHaveCount(0)
  for (const width of [390, 1280]) {
    await buyer.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(buyer)
    expect(await publicViolationsIn(buyer)).toEqual([])
  }

  await buyer.getByRole('searchbox', { name: 'Search beats' }).fill('garden')
  await buyer.getByRole('searchbox', { name: 'Search beats' }).press('Enter')
  await expect(titles(buyer)).toHaveText(['Glass Garden'])
  await buyer.goto(`${url}${path}`)
  await buyer.getByRole('combobox', { name: 'Genre' }).selectOption('Drill')
  await expect(titles(buyer)).toHaveText(['Midnight Drive'])
  const sound = buyer.waitForResponse((answer) => answer.url().includes('/media/'))
  await buyer.getByRole('button', { name: 'Play Midnight Drive' }).click()
  expect([200, 206]).toContain((await sound).status())

  const table = buyer.getByRole('region', { name: 'Licenses compared' })
  await expect(table.getByRole('columnheader', { name: /MP3 Lease/ })).toContainText('$29')
  await expect(table.getByRole('columnheader', { name: /Exclusive/ })).toBeVisible()
  await expect(buyer.getByRole('link', { name: 'Report this page' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${SUPPORT_EMAIL}`),
  )
  await table.getByRole('link', { name: 'Get this, MP3 Lease' }).click()
  await expect(buyer.getByRole('heading', { name: 'MP3 Lease' })).toBeVisible()
  expect(await publicViolationsIn(buyer)).toEqual([])
  const email = `ade.${account.email}`
  await buyer.getByLabel('Name').fill('Ade Balogun')
  await buyer.getByLabel('Email').fill(email)
  await buyer.getByRole('button', { name: 'Send the code' }).click()
  await expect(buyer.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(await publicViolationsIn(buyer)).toEqual([])
  const mail = await waitForMail(url, email, /^\d{6} is your code$/)
  const code = /Subject: (\d{6})/.exec(mail)?.[1] ?? ''
  await buyer.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await buyer.getByRole('button', { name: 'Continue' }).click()
  await expect(buyer.getByLabel('Code')).toHaveAccessibleDescription(/.+/)
  await buyer.getByLabel('Code').fill(code)
  await buyer.getByRole('button', { name: 'Continue' }).click()
  await expect(buyer.locator('#contract')).toContainText('Midnight Drive')
  await acceptOffer(buyer, buyer.url())
  await expect(buyer.getByRole('heading', { name: /^Accepted\./ })).toBeVisible()
  const { offers } = await (await call(request, url, account.token, 'GET', '/offers')).json()
  expect(offers[0]).toMatchObject({ state: 'accepted', source: 'shop', buyer: { email } })

  // Only the producer's own site may show the player in a frame.
  const frame = await buyer.goto(`${url}/embed${path}`)
  expect(frame?.headers()['content-security-policy']).toContain('frame-ancestors https://www.mayaokafor.com')
  await expect(buyer.getByRole('list', { name: 'Beats' }).getByRole('listitem')).toHaveCount(3)
  await expect(buyer.locator('form')).toHaveCount(0)
  expect(await publicViolationsIn(buyer)).toEqual([])
  await buyer.context().close()
})

test('SHOP-04 OFF-02 a stranger writes to the producer, who answers by mail, and an offer is mailed again', async ({
  account,
  baseURL,
  browser,
  enter,
  expectAccessible,
  page,
  request,
  shell,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const path = await openShop(request, url, account)
  const email = `iris.${account.email}`
  const stranger = await openPhone(browser)
  await stranger.goto(`${url}${path}#write`)
  const write = stranger.locator('#write')
  await write.getByLabel('Name').fill('Iris Vance')
  await write.getByLabel('Email').fill(email)
  await write.getByLabel('Message').fill('Is Glass Garden free for a film?')
  await write.getByRole('button', { name: 'Send message' }).click()
  await expect(stranger.getByText('Sent. Thank you.')).toBeVisible()
  await stranger.context().close()

  await enter('/notifications')
  await page.getByRole('tab', { name: /^Messages/ }).click()
  const list = page.getByRole('list', { name: 'Messages from visitors' })
  await list.getByRole('button', { name: /Iris Vance/ }).click()
  const thread = page.getByRole('dialog', { name: 'Iris Vance' })
  await expect(thread).toContainText('From your public page')
  await expect(thread.getByRole('list')).toContainText('Is Glass Garden free for a film?')
  await thread.getByRole('button', { name: 'Send Answer' }).click()
  await expect(thread.getByLabel('Answer')).toHaveAccessibleDescription(/Write an answer/)
  await expectAccessible()
  await thread.getByLabel('Answer').fill('Yes. I send you an offer.')
  await thread.getByRole('button', { name: 'Send Answer' }).click()
  await expect(thread).toBeHidden()
  await expect(list.getByRole('button', { name: /Iris Vance/ })).toContainText('You answered')
  expect(await waitForMail(url, email, 'Maya Okafor answered your message')).toContain(
    'Yes. I send you an offer.',
  )
  await list.getByRole('button', { name: /Iris Vance/ }).click()
  await expect(thread.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')

  const { documents } = await (await call(request, url, account.token, 'GET', '/documents')).json()
  const sent = await sendOffer(request, url, account, documents[0].id, 'MP3 Lease', {
    buyer: { name: 'Iris Vance', email },
  })
  await page.goto(`/offers/${sent.id}`)
  const offer = page.getByRole('region', { name: 'OFR-0001' })
  await offer.getByRole('button', { name: 'Resend' }).click()
  await expect(shell.toast(`Sent again to ${email}`)).toBeVisible()
  await expect(offer.getByText(/^You can resend /)).toBeVisible()
  await expect(offer.getByRole('button', { name: 'Resend' })).toBeDisabled()
  expect(await waitForMail(url, email, /^Maya Okafor offers you /)).toContain('/o/')
})
