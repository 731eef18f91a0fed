// Open pages show changes made in another tab, on another device, and by the server itself.
import { call } from '../support/account'
import { addClient, sell } from '../support/clients'
import { watchEventStream } from '../support/live'
import { addToLibrary, fileOf } from '../support/media'
import { reachGoal } from '../support/money'
import { expect, test } from '../support/test'

test('NOTE-04 a sale recorded in one tab is in the other without a reload, and the tabs share one stream', {
  tag: '@core',
}, async ({ context, enter, page, sales }) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') streams.push(request.url())
  })
  const stands = watchEventStream(page)
  await enter('/payment-history')
  await expect(page.getByRole('heading', { name: 'No sales yet' })).toBeVisible()
  await stands
  const other = await context.newPage()
  await enter('/my-account', other)
  await expect(other.getByRole('heading', { level: 1, name: 'Finances' })).toBeVisible()
  await expect.poll(() => streams.length).toBe(1)

  await sales.record.click()
  await sales.beat.fill('Midnight Drive')
  await sales.client.fill('Ade Bello')
  await sales.field('Amount').fill('300')
  await sales.submit('Record Sale').click()
  await expect(sales.row('Midnight Drive')).toBeVisible()
  await expect(other.getByText('Midnight Drive').first()).toBeVisible()
  // Actions of the person themselves cause no unread notification in any tab.
  for (const tab of [page, other]) {
    const bell = tab.getByRole('banner').getByRole('link', { name: 'Notifications' })
    await expect(bell).toHaveAccessibleName('Notifications')
    await expect(tab.getByText('Beat sold')).toHaveCount(0)
  }

  // After the tab with the event stream was closed, the other tab opens its own stream and misses no event.
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
})

test('NOTE-04 what happens on another device is shown, told and counted; without push it is only counted', {
  tag: '@core',
}, async ({ account, baseURL, enter, library, page, request, sales, shell }) => {
  const url = baseURL ?? ''
  const stands = watchEventStream(page)
  await enter('/payment-history')
  await expect(page.getByRole('heading', { name: 'No sales yet' })).toBeVisible()
  await stands
  const client = await addClient(request, url, account, { name: 'Ade Bello' })
  await sell(request, url, account, [{ title: 'Night Bus', amount: 80, client_id: client }])
  await expect(sales.row('Night Bus')).toBeVisible()
  await expect(shell.toast('Beat sold')).toHaveCount(0)
  await reachGoal(request, url, account, 'New monitors')
  await expect(shell.toast('Goal reached')).toBeVisible()
  await expect(page.getByText('New notification. 1 is unread.')).toBeAttached()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(shell.heading('Finances')).toBeVisible()
  await page.goBack()

  await call(request, url, account.token, 'PUT', '/users/settings', { push_notifications: false })
  await sell(request, url, account, [{ title: 'Day Bus', amount: 90, client: 'Walk-in' }])
  await reachGoal(request, url, account, 'New desk')
  await expect(sales.row('Day Bus')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
  await expect(shell.toast('Goal reached')).toHaveCount(0)

  // The event stream reports to the library that an analysis is done; the page does not poll.
  const streamReopened = watchEventStream(page)
  await page.goto('/documents')
  await expect(shell.heading('Beat Library')).toBeVisible()
  await streamReopened
  await addToLibrary(request, url, account, [fileOf('Harbour.mp3', 'mp3', 20)])
  await expect(library.row('Harbour')).toContainText('0:20')
})

test('SET-05 a session that was ended elsewhere ends in the open page at once', async ({
  account,
  auth,
  baseURL,
  enter,
  page,
  request,
  shell,
}) => {
  const stands = watchEventStream(page)
  await enter('/settings')
  await expect(shell.heading('Settings')).toBeVisible()
  await stands
  const signedIn = await request.post(`${baseURL}/api/auth/login`, {
    data: { email: account.email, password: account.password },
  })
  const { token } = await signedIn.json()
  await call(request, baseURL ?? '', token, 'POST', '/security/revoke-other-sessions', {})
  await expect(auth.signInButton).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
})
