// The public page: its handle, whether strangers see it, what it shows, who may embed it, and the beats on it.
import { call } from '../../support/account'
import { publicViolationsIn } from '../../support/axe'
import { addClient } from '../../support/clients'
import { addToLibrary, fileOf } from '../../support/media'
import { onServer, openVisitorPage } from '../../support/offers'
import { expect, test } from '../../support/test'

test('SHOP-01 SHOP-02 SHOP-03 SHOP-05 the public page is set up, and says why strangers do not see it', {
  tag: '@core',
}, async ({ page, enter, account, expectAccessible }) => {
  test.slow()
  const handle = account.email.replace(/[^a-z0-9]/g, '').slice(4, 24)
  await enter('/settings')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Public page' }).click()
  await expect(page).toHaveURL(/\/settings\/public-page$/)
  const status = page.getByRole('status').filter({ hasText: 'Strangers' })
  await expect(status).toContainText('Strangers can’t see your page yet.')
  await expect(status).toContainText('It has no handle yet.')

  const field = page.getByRole('textbox', { name: 'Handle' })
  await field.fill('admin')
  await expect(field).toHaveAccessibleDescription(/reserved|taken|can't be/i)
  await field.fill(handle)
  await expect(page.getByText(`${handle} is free`)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(status).not.toContainText('It has no handle yet.')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByRole('switch', { name: 'Show my public page' })).toBeChecked()
  await expect(status).not.toContainText('The page is turned off.')
  await expect(page.getByRole('link', { name: 'See it as strangers do' })).toHaveAttribute(
    'href',
    new RegExp(`/@${handle}$`),
  )

  await page.getByRole('textbox', { name: 'Your words' }).fill('Drums from Lagos.')
  await page.getByRole('region', { name: 'What it shows' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('switch', { name: 'Email' }).click()
  await page.getByRole('button', { name: 'Show as sold' }).click()
  const embed = page.getByRole('region', { name: 'On your own website' })
  await embed.getByRole('textbox', { name: 'Sites' }).fill('https://www.mayaokafor.com/beats')
  await embed.getByRole('button', { name: 'Save' }).click()
  await expect(embed.getByRole('button', { name: 'Copy code' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Your words' })).toHaveValue('Drums from Lagos.')
  await expect(page.getByRole('switch', { name: 'Email' })).toBeChecked()
  await expect(embed.getByRole('textbox', { name: 'Sites' })).toHaveValue('www.mayaokafor.com')
  await expectAccessible()

  // The address with the old handle redirects to the new one.
  await field.fill(`${handle}-2`)
  await expect(
    page
      .getByText(`Links to ${handle} lead to the new handle for 90 days.`)
      .or(page.getByText(`${handle}-2 is free`)),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText(new RegExp(`@${handle} leads here until`))).toBeVisible()
})

test('SHOP-03 beats are made public one by one and several at once', async ({
  page,
  request,
  baseURL,
  account,
  enter,
}) => {
  const files = ['Midnight Drive', 'Glass Garden', 'Copper Sun'].map((name, index) =>
    fileOf(`${name}.mp3`, 'mp3', 2, 300 + index * 10),
  )
  await addToLibrary(request, baseURL ?? '', account, files)
  await enter('/documents')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await page.getByRole('button', { name: 'Actions for Glass Garden' }).click()
  await page.getByRole('menuitem', { name: 'Make Public' }).click()
  await expect(row('Glass Garden').getByText('On your public page')).toBeAttached()
  await expect(row('Copper Sun').getByText('On your public page')).toHaveCount(0)

  // The filter shows which beats are on the page.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const choice = page.getByRole('group', { name: 'Public page' })
  await choice.getByRole('button', { name: 'Not on it' }).click()
  await expect(page).toHaveURL(/public=no/)
  await expect(row('Glass Garden')).toHaveCount(0)
  await expect(row('Copper Sun')).toBeVisible()
  await choice.getByRole('button', { name: 'On it', exact: true }).click()
  await expect(row('Glass Garden')).toBeVisible()
  await expect(row('Copper Sun')).toHaveCount(0)
  await page.reload()
  await expect(row('Glass Garden')).toBeVisible()
  await expect(row('Copper Sun')).toHaveCount(0)
  await page.goto('/documents')

  for (const name of ['Midnight Drive', 'Glass Garden', 'Copper Sun'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Make Public' }).click()
  await expect(page.getByText('3 beats are now on your public page')).toBeVisible()
  await expect(page.getByRole('row').getByText('On your public page')).toHaveCount(3)
  await page.goto('/settings/public-page')
  await page.getByRole('link', { name: '3 beats are public' }).click()
  await expect(page).toHaveURL(/\/documents\?public=yes$/)
})

test('SHOP-02 where only clients see the page, each client has a link of their own, which can be ended', async ({
  page,
  context,
  request,
  baseURL,
  account,
  enter,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const url = baseURL ?? ''
  const handle = account.email.replace(/[^a-z0-9]/g, '').slice(4, 24)
  const client = await addClient(request, url, account, { name: 'Kito Sound' })
  await enter(`/beneficiaries?client=${client}`)
  await expect(page.getByRole('heading', { name: 'Kito Sound' })).toBeVisible()
  const panel = page.getByRole('region', { name: 'Your public page' })
  await expect(panel).toHaveCount(0)
  await call(request, url, account.token, 'PUT', '/users/settings', { profile_visibility: 'clients only' })
  await expect(panel.getByRole('link', { name: 'Set Up Public Page' })).toBeVisible()
  await call(request, url, account.token, 'PUT', '/shop', { handle, is_on: true })
  await panel.getByRole('button', { name: 'Get Link' }).click()
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`/@${handle}/for/[\\w-]{40,}$`))
  const link = onServer(url, await page.evaluate(() => navigator.clipboard.readText()))
  await expectAccessible()

  const guest = await openVisitorPage(page)
  expect((await guest.goto(`${url}/@${handle}`))?.status()).toBe(404)
  expect((await guest.goto(link))?.status()).toBe(200)
  await expect(guest.getByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible()
  expect(await publicViolationsIn(guest)).toEqual([])
  await panel.getByRole('button', { name: 'End Link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Link' }).click()
  await expect(panel.getByRole('button', { name: 'Get Link' })).toBeVisible()
  expect((await guest.goto(link))?.status()).toBe(404)
  await guest.close()
})
