// Receipts in the studio's own name, and by email to the client.
import { call } from '../../support/account'
import { linkIn, waitForMail } from '../../support/outbox'
import { MAILING_URL } from '../../support/servers'
import { expect, test } from '../../support/test'

test.use({
  baseURL: async ({}, use) => {
    await use(process.env[MAILING_URL] ?? '')
  },
})

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('PAPER-02 a receipt carries the studio’s name and logo and is emailed to the client', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  sales,
  shell,
}) => {
  const url = baseURL ?? ''
  await page.goto(linkIn(await waitForMail(url, account.email, 'Confirm your email address')))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  const iris = {
    name: 'Iris Vance',
    email: `iris.${account.email}`,
    account_number: '77',
    bank_name: 'North',
  }
  const added = await call(request, url, account.token, 'POST', '/beneficiaries', iris)
  const { beneficiary } = await added.json()
  const sale = {
    title: 'Night Drive',
    client: iris.name,
    client_id: beneficiary.id,
    amount: 40,
    status: 'Completed',
  }
  const answer = await call(request, url, account.token, 'POST', '/sales', sale)
  const { sale: made } = await answer.json()

  await enter('/settings')
  await page.getByRole('button', { name: 'Edit Receipts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Receipts' })
  await dialog.getByRole('textbox', { name: 'Studio name' }).fill('Northline Studio')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('1 Pier Road\nOakland, CA 94607')
  await dialog.getByRole('textbox', { name: 'Tax ID' }).fill('EIN 12-3456789')
  await dialog
    .locator('input[type=file]')
    .setInputFiles([{ name: 'logo.png', mimeType: 'image/png', buffer: LOGO }])
  await expect(dialog.getByRole('img', { name: 'Your logo' })).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(shell.toast('Receipt details saved')).toBeVisible()
  await expect(page.getByText('Issued by Northline Studio')).toBeVisible()

  await page.goto(`/payment-history?sale=${made.id}`)
  await sales.dialog.getByRole('button', { name: 'Email receipt' }).click()
  await expect(shell.toast(`Receipt sent to ${iris.email}`)).toBeVisible()
  const sent = await waitForMail(url, iris.email, 'Your receipt from Northline Studio')
  expect(sent).toContain('application/pdf')
  expect(sent).toContain('Night Drive')
})
