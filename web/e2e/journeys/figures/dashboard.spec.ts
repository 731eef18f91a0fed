// The dashboard: the account's figures, their change after a sale, uploads and downloads, and a failed load.
import { readFile } from 'node:fs/promises'
import { call } from '../../support/account'
import { addClient, sell } from '../../support/clients'
import { daysAgo, firstOfLastMonth, monthBack } from '../../support/days'
import { addToLibrary, fileOf } from '../../support/media'
import { recordTransactions } from '../../support/money'
import { expect, test } from '../../support/test'

test('DASH-01 DASH-02 the dashboard tells what was recorded, and a sale recorded there changes it at once', {
  tag: '@core',
}, async ({ account, baseURL, enter, expectAccessible, figures, page, request, sales, shell }) => {
  test.slow()
  const url = baseURL ?? ''
  const nova = await addClient(request, url, account, { name: 'Nova Records' })
  const [beat] = await addToLibrary(request, url, account, [
    fileOf('Velvet Static.mp3', 'mp3', 2),
    fileOf('Glass Garden.mp3', 'mp3', 2, 440),
  ])
  await call(request, url, account.token, 'PUT', `/documents/${beat}`, { genre: 'Drill' })
  await sell(request, url, account, [
    { title: 'Midnight Drive', amount: 1200, client_id: nova, date: daysAgo(0) },
    { title: 'Paper Moons', amount: 49.5, client: 'Ade Balogun', date: daysAgo(0) },
    { title: 'Slow Harbor', amount: 600, client_id: nova, date: firstOfLastMonth() },
    { title: 'Copper Sun', amount: 149, client: 'Iris Vance', currency: 'EUR', date: daysAgo(0) },
    { title: 'Northern Line', amount: 450, client: 'Lowtide Films', status: 'Pending', date: daysAgo(0) },
  ])
  const goal = { title: 'New monitor pair', target_amount: 4000, target_date: '2199-03-01' }
  await call(request, url, account.token, 'POST', '/goals', goal)

  const asked = new Set<string>()
  page.on('request', (one) => {
    const { pathname } = new URL(one.url())
    if (/^\/api\/(dashboard|sales(?!\/stats)|documents|wallet|goals|beneficiaries)/.test(pathname))
      asked.add(pathname)
  })
  await enter('/')
  await expect(figures.stat('Revenue, ')).toContainText('$1,249.50')
  await expect(figures.stat('Revenue, ')).toContainText('+108.3%')
  await expect(figures.stat('Beats sold')).toContainText(/sold.*3\+2/)
  await expect(figures.stat('Available beats')).toContainText(/beats2\+2/)
  expect([...asked], 'one question for all of it').toEqual(['/api/dashboard'])
  await expect(figures.panel('Digital wallet')).toContainText('$1,849.50')
  await expect(figures.panel('Balances').getByRole('listitem')).toHaveText([
    /USD\$0\.00/,
    /EUR€149\.00/,
    /GBP£0\.00/,
  ])
  await expect(figures.panel('Top clients').getByRole('listitem')).toHaveText([
    /Nova Records\$1,800\.00.*2 sales/,
    /Ade Balogun\$49\.50.*1 sale/,
  ])
  await expect(figures.panel('Recent sales').getByRole('row')).toHaveCount(6)
  await expect(figures.panel('Recent sales')).toContainText('Northern Line')
  await expect(figures.panel('Recent sales')).toContainText('Completed, last 7 days$1,249.50')
  await expect(figures.panel('Beat library')).toContainText('2 files')
  await expect(figures.panel('Beat library').getByRole('list', { name: 'Genres' })).toContainText('Drill1')
  await expect(figures.panel('Goals')).toContainText('$0.00 of $4,000.00')

  // The chart by keyboard: the newest month first, then the previous one.
  const chart = figures.chart('Revenue by month')
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', `${monthBack(0)}: $1,249.50`)
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', `${monthBack(1)}: $600.00`)
  await chart.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', `${monthBack(11)}: $0.00`)
  const tip = figures.main.locator('div[aria-hidden=true]').filter({ hasText: `${monthBack(11)}$0.00` })
  await expect(tip).toBeVisible()
  await chart.press('Escape')
  await expect(tip).toHaveCount(0)
  const rows = figures.main.getByRole('table', { name: 'Revenue by month' }).getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.last()).toHaveText(`${monthBack(0)}$1,249.50`)
  await expectAccessible()

  await page.evaluate(() => Object.assign(window, { kept: true }))
  await figures.panel('Recent sales').getByRole('button', { name: 'Record Sale' }).click()
  await sales.beat.fill('Night Bus')
  await sales.client.fill('Kito Sound')
  await sales.field('Amount').fill('2,000')
  await sales.submit('Record Sale').click()
  await expect(shell.toast('Sale recorded')).toBeVisible()
  await expect(figures.stat('Revenue, ')).toContainText('$3,249.50')
  await expect(figures.stat('Beats sold')).toContainText(/sold.*4\+3/)
  await expect(figures.panel('Digital wallet')).toContainText('$3,849.50')
  await expect(figures.panel('Top clients').getByRole('listitem').first()).toContainText('Kito Sound')
  await expect(figures.panel('Recent sales').getByRole('row').nth(1)).toContainText('Night Bus')
  await expect(chart).toHaveAttribute('aria-valuetext', `${monthBack(0)}: $3,249.50`)

  // The chart shows the previous year as soon as there are sales in it.
  await expect(figures.main.getByText('Previous 12 months')).toHaveCount(0)
  const before = `${Number(firstOfLastMonth().slice(0, 4)) - 1}${firstOfLastMonth().slice(4)}`
  const old = { title: 'First Light', client: 'Iris Vance', amount: 75, date: before, confirm_date: true }
  await call(request, url, account.token, 'POST', '/sales', old)
  await expect(figures.main.getByText('Previous 12 months').first()).toBeVisible()
  await chart.focus()
  await chart.press('End')
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', `${monthBack(1)}: $600.00, Previous 12 months $75.00`)

  // Euros are never added to dollars; the chosen currency is an address parameter.
  await figures.choice('EUR').click()
  await expect(figures.stat('Revenue, ')).toContainText('€149.00')
  await expect(page).toHaveURL(/currency=EUR/)
  expect(await page.evaluate(() => 'kept' in window), 'without a reload').toBe(true)

  await figures.panel('Recent sales').getByRole('link', { name: 'Night Bus' }).click()
  await expect(page.getByRole('dialog')).toContainText('Kito Sound')
})

test('DASH-01 a new account is shown how to begin; files go up and down from the dashboard', {
  tag: '@core',
}, async ({ account, baseURL, enter, figures, page, player, request }) => {
  await enter('/dashboard')
  await expect(page.getByRole('heading', { name: /^Let's get started/ })).toBeVisible()
  await expect(figures.panel('Get your studio ready')).toBeVisible()
  await expect(figures.choice('Record Sale')).toBeVisible()
  // A setup step is ticked once it is done, whichever screen it was done on.
  const step = page.getByRole('listitem').filter({ hasText: 'Add a client' })
  await expect(step.getByRole('img', { name: 'Done' })).toHaveCount(0)
  await addClient(request, baseURL ?? '', account, { name: 'Nova Records' })
  await recordTransactions(request, baseURL ?? '', account, [
    { type: 'deposit', title: 'Start', amount: 100 },
  ])
  await expect(step.getByRole('img', { name: 'Done' })).toBeVisible()
  const deposit = page.getByRole('listitem').filter({ hasText: 'Add money to your wallet' })
  await expect(deposit.getByRole('img', { name: 'Done' })).toBeVisible()
  await figures.picker.setInputFiles([fileOf('Ferry Lights.mp3', 'mp3', 2)])
  await expect(figures.panel('Beat library')).toContainText('1 file')
  await expect(figures.panel('Beat library')).toContainText('Ferry Lights')
  await figures.choice('Download').click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /Ferry Lights/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toContain('Ferry Lights')
  expect((await readFile(await file.path())).length).toBeGreaterThan(1_000)
  await page.getByRole('button', { name: 'Play Ferry Lights' }).click()
  await expect(player.frame).toBeVisible()
})

test('DASH-01 a dashboard that could not be had says so and is asked for again', async ({
  allow,
  enter,
  figures,
  page,
}) => {
  allow(/status of 500/)
  await page.route('**/api/dashboard*', (route) => route.fulfill({ status: 500 }))
  await enter('/')
  await expect(figures.main.getByRole('alert')).toContainText("We couldn't load your dashboard")
  await page.unroute('**/api/dashboard*')
  await figures.choice('Try again').click()
  await expect(figures.main.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Let's get started/ })).toBeVisible()
})
