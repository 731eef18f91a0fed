// Offers over the API, and a buyer who accepts one on its public page.
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type Account, call } from './account'
import { kindOf } from './licenses'

/** Writes an offer of one beat for Ade Balogun and sends it as a link. Returns it. */
export async function sendOffer(
  request: APIRequestContext,
  url: string,
  account: Account,
  beat: string,
  kind: string,
  more: object = {},
) {
  const body = {
    buyer: { name: 'Ade Balogun', email: 'ade@balogun.music' },
    lines: [{ document_id: beat, kind_id: await kindOf(request, url, account, kind) }],
    ...more,
  }
  const made = await call(request, url, account.token, 'POST', '/offers', body)
  if (made.status() !== 201) throw new Error(`an offer: ${made.status()} ${await made.text()}`)
  const { id } = (await made.json()).offer
  const sent = await call(request, url, account.token, 'POST', `/offers/${id}/send`, { mail: false })
  if (sent.status() !== 200) throw new Error(`sending it: ${sent.status()} ${await sent.text()}`)
  return (await sent.json()).offer as { id: string; url: string; reference: string }
}

/** Returns the address of a public page on the test's server, whatever host the link names. */
export function onServer(url: string, link: string): string {
  return new URL(new URL(link).pathname, url).href
}

/**
 * Opens a page without an account, whose user agent does not contain "headless", because such visits count as a bot's.
 */
export async function openVisitorPage(page: Page): Promise<Page> {
  const own = await page.evaluate(() => navigator.userAgent)
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  return browser.newPage({ userAgent: own.replace('Headless', ''), locale: 'en-US' })
}

/** Fills in the public page of an offer as its buyer, and accepts it. */
export async function acceptOffer(page: Page, address: string) {
  await page.goto(address)
  const form = page.locator('form#accept')
  await form.getByLabel('Legal name').fill('Adebayo Balogun')
  const place = form.getByLabel('Address', { exact: true })
  if (await place.isVisible()) await place.fill('12 Marina, Lagos')
  const country = form.getByLabel('Country')
  if ((await country.evaluate((field) => field.tagName)) === 'SELECT') await country.selectOption('NG')
  else await country.fill('Nigeria')
  for (const box of await form.getByRole('checkbox').all()) await box.check()
  await form.getByRole('button', { name: /^Accept/ }).click()
  // The next page lists the ways to pay.
  await expect(form).toHaveCount(0)
}
