// The notifications: tabs, reading, deleting, and their links.
import { call } from '../support/account'
import { sell } from '../support/clients'
import { recordTransactions } from '../support/money'
import { expect, test } from '../support/test'

test('NOTE-01 NOTE-02 NOTE-04 the tabs show what they say; one and all are read, unread and deleted', {
  tag: '@core',
}, async ({ account, baseURL, enter, expectAccessible, page, request, shell }) => {
  const url = baseURL ?? ''
  await enter('/my-account')
  await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(shell.heading('Finances')).toBeVisible()

  await sell(request, url, account, [{ title: 'Midnight Drive', amount: 300, client: 'Ade Bello' }])
  await recordTransactions(request, url, account, [
    { type: 'deposit', title: 'Studio day', amount: 120 },
    { type: 'withdrawal', title: 'Rent', amount: -60 },
  ])
  await page.goto('/notifications')
  const rows = page.getByRole('article')
  const tab = (name: string | RegExp) => page.getByRole('tab', { name })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Withdrawal made')
  await expect(rows.first().locator('time')).toHaveText(/just now|minutes? ago/)
  // Notifications about the person's own actions are listed as read.
  await expect(tab('Unread 0')).toBeVisible()
  await expect(rows.getByRole('button', { name: /^Mark Unread/ })).toHaveCount(3)
  const { notifications } = await (await call(request, url, account.token, 'GET', '/notifications')).json()
  for (const { id } of notifications) {
    await call(request, url, account.token, 'PUT', `/notifications/${id}/unread`)
  }
  await expect(tab('Unread 3')).toBeVisible()
  await expectAccessible()

  await tab('Sales').click()
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('img', { name: 'Sale' })).toBeVisible()
  await tab('Payments').click()
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/tab=payments/)
  await tab('Messages').click()
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()

  await tab(/^Unread/).click()
  await page.getByRole('button', { name: 'Mark Read: Withdrawal made' }).click()
  await expect(rows).toHaveCount(2)
  await expect(tab('Unread 2')).toBeVisible()
  await tab('All').click()
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Mark Unread: Withdrawal made' }).click()
  await expect(tab('Unread 3')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications, 3 unread' })).toBeVisible()

  // Opening a notification leads to its subject and marks it as read.
  await page.getByRole('link', { name: 'Beat sold' }).click()
  await expect(page.getByRole('dialog', { name: 'Sale details' })).toContainText('Midnight Drive')
  await page.goBack()
  await expect(tab('Unread 2')).toBeVisible()

  await page.getByRole('button', { name: 'Delete: Deposit received' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Delete: Deposit received' }).click()
  const question = page.getByRole('alertdialog')
  await expect(shell.toast('Notification deleted')).toBeVisible()
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Mark All Read' }).click()
  await expect(tab('Unread 0')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark All Read' })).toBeDisabled()
  await tab(/^Unread/).click()
  await expect(page.getByRole('heading', { name: 'Nothing unread' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete All Read' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(shell.toast('2 notifications deleted')).toBeVisible()
  await tab('All').click()
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  const summary = await call(request, url, account.token, 'GET', '/notifications/stats/summary')
  expect((await summary.json()).summary.total).toBe(0)
})

test('NOTE-01 a long list grows as it is scrolled; a server that is away is told and asked again', async ({
  account,
  allow,
  baseURL,
  enter,
  page,
  request,
}) => {
  test.slow()
  allow(/503/)
  const entries = Array.from({ length: 40 }, (_, index) => ({
    type: 'deposit' as const,
    title: `Gig ${index}`,
    amount: 5,
  }))
  await recordTransactions(request, baseURL ?? '', account, entries)
  await page.route('**/api/notifications?**', (route) =>
    route.fulfill({ status: 503, json: { success: false } }),
  )
  await enter('/notifications')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await page.unroute('**/api/notifications?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  const rows = page.getByRole('article')
  await expect(rows.first()).toContainText('Gig 39')
  await page.getByText('Gig 15').scrollIntoViewIfNeeded()
  await expect(rows).toHaveCount(40)
})
