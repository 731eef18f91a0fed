// Offers: writing and sending one, the list, ways to pay, acceptance by the buyer, payment, and ending one.
import type { Page } from '@playwright/test'
import { call } from '../support/account'
import { publicViolationsIn } from '../support/axe'
import { addClient, sell } from '../support/clients'
import { nameProducer } from '../support/licenses'
import { addToLibrary, fileOf } from '../support/media'
import { acceptOffer, onServer, openVisitorPage, sendOffer } from '../support/offers'
import { openPhone } from '../support/phone'
import { postPaymentEvent } from '../support/stripe'
import { expect, test } from '../support/test'

const details = (page: Page, reference: string) => page.getByRole('region', { name: reference })

test('OFF-01 OFF-02 an offer is written with the usual price, says what is missing, and goes out as a link', {
  tag: '@core',
}, async ({ page, request, baseURL, account, enter, context, expectAccessible }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const url = baseURL ?? ''
  await addToLibrary(request, url, account, [
    fileOf('Lagos After Rain.mp3', 'mp3', 2),
    fileOf('Copper Sun.mp3', 'mp3', 2, 440),
  ])
  await enter('/payment-history')
  await page
    .getByRole('navigation', { name: 'Sales, offers and licenses' })
    .getByRole('link', { name: /^Offers/ })
    .click()
  await expect(page.getByText('No offers yet')).toBeVisible()
  await expectAccessible()
  await page.getByRole('main').getByRole('button', { name: 'New Offer' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New offer' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Choose a client', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Someone new' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ade Balogun')
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ade@balogun.music')
  await dialog.getByRole('combobox', { name: 'Beat' }).click()
  await page.getByRole('option', { name: /Lagos After Rain/ }).click()
  await dialog.getByRole('combobox', { name: 'License' }).selectOption({ label: 'MP3 Lease, $29.00' })
  await expect(dialog.getByRole('textbox', { name: 'Price, USD' })).toHaveValue('29.00')
  await dialog.getByRole('button', { name: 'Add Beat' }).click()
  const second = dialog.getByRole('group', { name: 'Line 2' })
  await second.getByRole('combobox', { name: 'Beat' }).click()
  await page.getByRole('option', { name: /Copper Sun/ }).click()
  await second.getByRole('combobox', { name: 'License' }).selectOption({ label: 'MP3 Lease, $29.00' })
  await second.getByRole('textbox', { name: 'Price, USD' }).fill('25')
  await expect(dialog.getByText('$54.00')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Your words' }).fill('For the winter EP.')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Continue' }).click()

  // The draft is saved; its contracts still lack the producer's name.
  const send = page.getByRole('dialog', { name: 'Send OFR-0001' })
  await expect(send.getByText('Missing before it can be sent')).toBeVisible()
  await expect(send.getByRole('group', { name: 'The contract as the buyer sees it' })).toContainText(
    'Lagos After Rain',
  )
  await expect(send.getByRole('button', { name: 'Make Link' })).toBeDisabled()
  await expectAccessible()
  await send.getByRole('button', { name: 'Not now' }).click()
  await expect(page).toHaveURL(/\/offers\/[\w-]+$/)
  const offer = details(page, 'OFR-0001')
  await expect(offer.getByText('Missing before it can be sent')).toBeVisible()

  await nameProducer(request, url, account)
  await page.reload()
  await offer.getByRole('button', { name: 'Send' }).click()
  await expect(send.getByText('Ready to send')).toBeVisible()
  await send.getByRole('button', { name: 'Make Link' }).click()
  const done = page.getByRole('dialog', { name: 'OFR-0001 is out' })
  const link = await done.getByRole('textbox', { name: 'Link of the offer' }).inputValue()
  expect(link).toMatch(/\/o\/[\w-]{40,}$/)
  await expectAccessible()
  await done.getByRole('button', { name: 'Done' }).click()
  const steps = offer.getByRole('list', { name: 'How far it got' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Sent')
  await offer.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  const row = page.getByRole('table', { name: 'Offers' }).getByRole('row').filter({ hasText: 'OFR-0001' })
  await expect(row).toContainText('Lagos After Rain and 1 more')
  await expect(row).toContainText('$54.00')
  await expectAccessible()

  await offer.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(row).toContainText('Withdrawn')
  await expect(offer.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filter: All' }).click()
  await page.getByRole('menuitem', { name: /^Open/ }).click()
  await expect(page.getByText('No matching offers')).toBeVisible()
  await page.getByRole('button', { name: 'Reset filter' }).click()
  await expect(row).toBeVisible()
})

test('OFF-01 an offer begins with a beat or a client, and a deleted draft can be brought back', async ({
  page,
  request,
  baseURL,
  account,
  enter,
}) => {
  const url = baseURL ?? ''
  const [beat = ''] = await addToLibrary(request, url, account, [fileOf('Glass Garden.mp3', 'mp3', 2)])
  const client = await addClient(request, url, account, { name: 'Kito Sound' })
  await enter(`/documents/${beat}`)
  await page.getByRole('button', { name: 'Make Offer' }).click()
  const dialog = page.getByRole('dialog', { name: 'New offer' })
  await expect(dialog.getByRole('combobox', { name: 'Beat' })).toHaveValue('Glass Garden')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/beneficiaries?client=${client}`)
  await page.getByRole('button', { name: 'Make Offer' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Client' })).toHaveValue('Kito Sound')
  await dialog.getByRole('combobox', { name: 'Beat' }).click()
  await page.getByRole('option', { name: /Glass Garden/ }).click()
  await dialog.getByRole('combobox', { name: 'License' }).selectOption({ label: 'WAV Lease, $59.00' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const send = page.getByRole('dialog', { name: 'Send OFR-0001' })
  await expect(send).toContainText('Glass Garden: WAV')
  await send.getByRole('button', { name: 'Not now' }).click()

  const row = page.getByRole('table', { name: 'Offers' }).getByRole('row').filter({ hasText: 'OFR-0001' })
  await expect(row).toContainText('Kito Sound')
  const remove = async () => {
    await details(page, 'OFR-0001').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete draft' }).click()
  }
  await remove()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await remove()
  await page.reload()
  await expect(page.getByText('No offers yet')).toBeVisible()
})

test('OFF-07 ways to pay are added, refused at their field, and offered to the buyer', async ({
  page,
  enter,
  expectAccessible,
}) => {
  await enter('/settings/licenses')
  const panel = page.getByRole('region', { name: 'Ways to pay' })
  await expect(panel).toContainText('No way to pay yet.')
  await panel.getByRole('button', { name: 'Add Way to Pay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add way to pay' })
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('PayPal.me')
  const address = dialog.getByRole('textbox', { name: 'PayPal.me address' })
  await address.fill('paypal.me/maya')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(address).toHaveAccessibleDescription(/starts with https/)
  // The server checks which hosts may be linked.
  await address.fill('https://paypal.evil.example/maya')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(address).not.toHaveAccessibleDescription('')
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
  await address.fill('https://paypal.me/mayaokafor')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('list')).toContainText('paypal.me/mayaokafor')

  await panel.getByRole('button', { name: 'Add Way to Pay' }).click()
  await dialog.getByRole('textbox', { name: 'Line 1, value' }).fill('Maya Okafor')
  await dialog.getByRole('textbox', { name: 'Line 3, value' }).fill('000123456789')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(panel).toContainText('Account holder Maya Okafor · Account number 000123456789')
  await panel.getByRole('switch', { name: 'Show Bank transfer to buyers' }).click()
  await expect(panel.getByRole('switch', { name: 'Show Bank transfer to buyers' })).not.toBeChecked()
  await panel.getByRole('button', { name: 'Delete PayPal.me' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
})

test('OFF-06 OFF-08 OFF-10 an accepted offer is marked as paid, which books sale and fee and issues the license', {
  tag: '@core',
}, async ({ page, request, baseURL, account, enter, expectAccessible }) => {
  test.slow()
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const [beat = ''] = await addToLibrary(request, url, account, [fileOf('Lagos After Rain.mp3', 'mp3', 2)])
  const sent = await sendOffer(request, url, account, beat, 'MP3 Lease')
  await enter(`/offers/${sent.id}`)
  const offer = details(page, 'OFR-0001')
  const steps = offer.getByRole('list', { name: 'How far it got' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Sent')

  // The buyer accepts without an account; the producer's open page updates through the event stream.
  const buyer = await openVisitorPage(page)
  await acceptOffer(buyer, onServer(url, sent.url))
  await buyer.close()
  await expect(steps.locator('[aria-current=step]')).toContainText('Accepted')
  const acceptance = offer.getByRole('region', { name: 'Acceptance' })
  await expect(acceptance).toContainText('Adebayo Balogun')
  await expect(acceptance).toContainText('UTC')
  await expectAccessible()

  await offer.getByRole('button', { name: 'Mark as Paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark OFR-0001 as paid' })
  await dialog.getByRole('textbox', { name: 'Amount received' }).fill('20')
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount received' })).toHaveAccessibleDescription(
    /Part payments/,
  )
  await dialog.getByRole('textbox', { name: 'Amount received' }).fill('29')
  await dialog.getByRole('textbox', { name: 'Fee taken from it' }).fill('1.14')
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('8FX20417LK')
  await expect(dialog.getByText('+$27.86')).toBeVisible()
  await expect(dialog.getByText('Issues the license and its contract.')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(dialog).toBeHidden()
  await expect(acceptance.getByRole('link', { name: 'LIC-0001' })).toBeVisible()
  const { wallet } = await (await call(request, url, account.token, 'GET', '/wallet')).json()
  expect(wallet.balance).toBe(27.86)
  await acceptance.getByRole('link', { name: 'SALE-001' }).click()
  await expect(page.getByRole('dialog', { name: 'Sale details' })).toContainText('$29.00')

  // The refund is more than what is left of the sale, so the wallet needs other money.
  await sell(request, url, account, [{ title: 'Studio time', amount: 10, client: 'Nova Records' }])
  // The refund asks what happened to the fee, and ends the sold licenses.
  await page.getByRole('dialog', { name: 'Sale details' }).getByRole('button', { name: 'Refund' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('What happened to the fee of $1.14?')
  await question.getByRole('button', { name: 'It was given back' }).click()
  await expectAccessible()
  await question.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('Sale refunded')).toBeVisible()
  const after = await (await call(request, url, account.token, 'GET', '/wallet')).json()
  expect(after.wallet.balance).toBe(10)
  await page.goto(`/offers/${sent.id}`)
  await expect(offer).toContainText('Refunded')
})

test('SHOP-07 OFF-11 Stripe reports payments: another amount asks for a look, the right one is booked', {
  tag: '@core',
}, async ({ page, request, baseURL, account, enter, expectAccessible }) => {
  test.slow()
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const [beat = ''] = await addToLibrary(request, url, account, [fileOf('Lagos After Rain.mp3', 'mp3', 2)])
  const sent = await sendOffer(request, url, account, beat, 'MP3 Lease')
  const buyer = await openVisitorPage(page)
  await acceptOffer(buyer, onServer(url, sent.url))
  await buyer.close()

  await enter('/settings/licenses')
  const panel = page.getByRole('region', { name: 'Payments from Stripe' })
  await expect(panel.getByText('Not connected')).toBeVisible()
  const early = await panel.getByText(/\/hooks\/stripe\//).textContent()
  await panel.getByText('Where do I find this in Stripe?').click()
  await expect(panel.getByText(/begin with checkout\.session/)).toBeVisible()
  const secret = panel.getByLabel('Signing secret', { exact: true })
  await secret.fill('sk_live_12345678901234567890')
  await panel.getByRole('button', { name: 'Connect' }).click()
  await expect(secret).toHaveAccessibleDescription(/begins with whsec_/)
  await expectAccessible()
  await secret.fill('whsec_firstSecretOfThisAccount')
  await panel.getByRole('button', { name: 'Connect' }).click()
  await expect(panel.getByText('Connected', { exact: true })).toBeVisible()
  await expect(panel.getByText(/\/hooks\/stripe\//)).toHaveText(early ?? '')
  const hook = onServer(url, (await panel.getByText(/\/hooks\/stripe\//).textContent()) ?? '')
  const postEvent = (signedWith: string, id: string, cents: number) =>
    postPaymentEvent(request, hook, signedWith, { id, offer: sent.id, cents })

  expect(await postEvent('whsec_somebodyElse', 'evt_0', 2900)).toBe(400)
  expect(await postEvent('whsec_firstSecretOfThisAccount', 'evt_1', 2000)).toBe(200)
  await page.goto(`/offers/${sent.id}`)
  const offer = details(page, 'OFR-0001')
  const reports = offer.getByRole('region', { name: 'Payments to look at' })
  await expect(reports.getByText(/came in, which isn't the price/)).toBeVisible()
  await expect(offer).toContainText('$20.00')
  await expect(
    page.getByRole('table', { name: 'Offers' }).getByRole('row').filter({ hasText: 'OFR-0001' }),
  ).toContainText('Look at this')
  await expectAccessible()
  // HOLD-02: it stays until the producer has said what became of it.
  await offer.getByRole('button', { name: 'Dismiss' }).click()
  await offer.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer.getByLabel('Why is nothing to be done?')).toHaveAccessibleDescription(/Say why/)
  await offer.getByLabel('Why is nothing to be done?').pressSequentially('A part of another deal')
  await page.keyboard.press('Enter')
  await expect(reports).toHaveCount(0)

  // While the secret is being replaced, both secrets are valid.
  await page.goto('/settings/licenses')
  await panel.getByRole('button', { name: 'Replace Secret' }).click()
  await panel.getByLabel('New signing secret', { exact: true }).fill('whsec_secondSecretOfThisAccount')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Secret replaced. The old one works for one more day.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Replace Secret' })).toBeVisible()
  expect(await postEvent('whsec_firstSecretOfThisAccount', 'evt_2', 2900)).toBe(200)
  await page.goto(`/offers/${sent.id}`)
  await expect(offer.getByRole('link', { name: 'LIC-0001' })).toBeVisible()

  await page.goto('/settings/licenses')
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(panel.getByText('Not connected')).toBeVisible()
  expect(await postEvent('whsec_secondSecretOfThisAccount', 'evt_3', 2900)).toBe(400)
})

test('OFF-13 a buyer names a price and gets another one, and a request from a share is declined', async ({
  page,
  browser,
  request,
  baseURL,
  account,
  enter,
  expectAccessible,
}) => {
  test.slow()
  const url = baseURL ?? ''
  await nameProducer(request, url, account)
  const [beat = ''] = await addToLibrary(request, url, account, [fileOf('Lagos After Rain.mp3', 'mp3', 2)])
  const sent = await sendOffer(request, url, account, beat, 'MP3 Lease')
  await enter(`/offers/${sent.id}`)
  const offer = details(page, 'OFR-0001')
  const buyer = await openPhone(browser)
  await buyer.goto(onServer(url, sent.url))
  await buyer.getByRole('link', { name: 'Suggest another price' }).click()
  const form = buyer.locator('form#counter')
  // A price that can be read in two ways is asked about, and every price is shown before it is sent.
  await form.getByLabel(/^Your price/).fill('2.000')
  await form.getByLabel(/^Why/).fill('It is a student film.')
  await form.getByRole('button', { name: 'Send to Maya' }).click()
  await expect(form).toContainText('Do you mean 2,000.00 or 2.00?')
  expect(await publicViolationsIn(buyer)).toEqual([])
  await form.getByRole('button', { name: '$2.00', exact: true }).click()
  await expect(buyer.getByRole('heading', { name: 'You offer $2.00' })).toBeVisible()
  expect(await publicViolationsIn(buyer)).toEqual([])
  await form.getByRole('button', { name: 'Change' }).click()
  await form.getByLabel(/^Your price/).fill('20,00')
  await form.getByRole('button', { name: 'Send to Maya' }).click()
  await expect(buyer.getByRole('heading', { name: 'You offer $20.00' })).toBeVisible()
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(buyer.getByRole('heading', { name: 'You suggested $20.00' })).toBeVisible()
  expect(await publicViolationsIn(buyer)).toEqual([])

  const counter = offer.getByRole('region', { name: 'Counter-offer' })
  await expect(counter).toContainText('Ade Balogun offers $20.00 instead of $29.00')
  await expect(counter).toContainText('It is a student film.')
  await expectAccessible()
  await counter.getByRole('button', { name: 'Name another price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name another price' })
  await expect(dialog).toContainText('as a new revision')
  await dialog.getByRole('button', { name: 'Offer This Price' }).click()
  await expect(dialog.getByLabel('Price')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible()
  await dialog.getByLabel('Price').fill('24')
  await dialog.getByRole('button', { name: 'Offer This Price' }).click()
  await expect(dialog).toBeHidden()
  await expect(counter).toHaveCount(0)
  await expect(offer).toContainText('revision 2')
  await expect(offer).toContainText('$24.00')
  await buyer.goto(onServer(url, sent.url))
  await expect(buyer.getByRole('heading', { name: 'This offer was replaced' })).toBeVisible()
  await buyer.getByRole('link', { name: 'Open the new offer' }).click()
  await expect(buyer.getByRole('main')).toContainText('$24.00')

  // A visitor requests a license at a share; the draft that is made from the message is declined after a confirmation.
  const shared = await call(request, url, account.token, 'POST', '/shares', {
    title: 'For the winter',
    beats: [beat],
  })
  expect(shared.status()).toBe(201)
  const { share } = await shared.json()
  await buyer.goto(onServer(url, share.links[0].address))
  const ask = buyer.locator('form#ask')
  await ask.getByRole('radio', { name: /^Exclusive/ }).check()
  await ask.getByLabel('Name').fill('Nova Records')
  await ask.getByLabel('Email').fill('nova@records.example')
  await ask.getByRole('button').click()
  await expect(buyer.getByRole('heading', { name: 'Sent. Thank you.' })).toBeVisible()
  await buyer.context().close()
  await page.goto('/notifications?tab=messages')
  await page
    .getByRole('list', { name: 'Messages from visitors' })
    .getByRole('button', { name: /Nova Records/ })
    .click()
  const message = page.getByRole('dialog', { name: 'Nova Records' })
  await expectAccessible()
  await message.getByRole('button', { name: 'Make Offer' }).click()
  const draft = details(page, 'OFR-0002')
  await draft.getByRole('button', { name: 'Decline' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('The draft that Nova Records requested is closed.')
  await expectAccessible()
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(draft.getByText('Declined', { exact: true }).first()).toBeVisible()
  await expect(draft.getByRole('button', { name: 'Send' })).toHaveCount(0)
})

for (const zone of ['Pacific/Auckland', 'UTC', 'America/Los_Angeles'])
  test.describe(zone, () => {
    test.use({ timezoneId: zone })

    test(`FIRM-06 an offer that is saved three times keeps its last day in ${zone}`, async ({
      page,
      request,
      baseURL,
      account,
      enter,
    }) => {
      const url = baseURL ?? ''
      await call(request, url, account.token, 'PUT', '/users/settings', { time_zone: zone })
      await nameProducer(request, url, account)
      const [beat = ''] = await addToLibrary(request, url, account, [
        fileOf('Lagos After Rain.mp3', 'mp3', 2),
      ])
      const sent = await sendOffer(request, url, account, beat, 'MP3 Lease', { expires_in_days: 30 })
      const read = async () =>
        (await (await call(request, url, account.token, 'GET', `/offers/${sent.id}`)).json()).offer
      const { expires_on, expires_at } = await read()
      await enter(`/offers/${sent.id}`)
      for (let saved = 1; saved <= 3; saved += 1) {
        await details(page, 'OFR-0001').getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
        const dialog = page.getByRole('dialog', { name: 'Edit OFR-0001' })
        await expect(dialog.getByLabel('Open until')).toHaveValue(expires_on)
        await dialog.getByRole('textbox', { name: 'Your words' }).fill(`Saved ${saved}`)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog).toBeHidden()
        const now = await read()
        expect([now.words, now.expires_on, now.expires_at]).toEqual([
          `Saved ${saved}`,
          expires_on,
          expires_at,
        ])
      }
    })
  })
