// Analytics: figures of a chosen period compared with the previous one, its charts by keyboard and as files.
import { readFile } from 'node:fs/promises'
import { call } from '../../support/account'
import { addClient, sell } from '../../support/clients'
import { daysAgo } from '../../support/days'
import { addToLibrary, fileOf } from '../../support/media'
import { expect, test } from '../../support/test'

test('ANA-01 ANA-02 figures and charts follow the period, the currency and what is recorded', {
  tag: '@core',
}, async ({ account, baseURL, enter, expectAccessible, figures, page, request }) => {
  test.slow()
  const url = baseURL ?? ''
  const nova = await addClient(request, url, account, { name: 'Nova Records' })
  const [beat] = await addToLibrary(request, url, account, [fileOf('Velvet Static.mp3', 'mp3', 2)])
  await call(request, url, account.token, 'PUT', `/documents/${beat}`, { genre: 'Drill' })
  await sell(request, url, account, [
    { title: 'Velvet Static', beat_id: beat, amount: 1200, client_id: nova, date: daysAgo(0) },
    { title: 'Glass Garden', amount: 300, client: 'Ade Balogun', date: daysAgo(10) },
    { title: 'Slow Harbor', amount: 500, client_id: nova, date: daysAgo(40) },
    { title: 'Copper Sun', amount: 149, client: 'Iris Vance', currency: 'EUR', date: daysAgo(0) },
    { title: 'Paper Moons', amount: 39, client: 'Kito Sound', status: 'Failed', date: daysAgo(0) },
  ])
  await enter('/applications')
  await expect(figures.stat('Total Revenue')).toContainText('$1,500.00')
  await expect(figures.stat('Total Revenue')).toContainText('+200%')
  await expect(figures.stat('Beats Sold')).toContainText(/Sold2\+1/)
  await expect(figures.stat('Active Clients')).toContainText(/Clients2\+1/)
  await expect(figures.stat('Conversion Rate')).toContainText(/Rate66\.7%−33\.3 pt/)
  await expect(figures.panel('Genre Distribution').getByRole('listitem')).toHaveText([
    /(Drill|No genre)150%/,
    /(Drill|No genre)150%/,
  ])
  await expect(figures.panel('Top clients, USD').getByRole('listitem')).toHaveText([
    /Nova Records\$1,200\.00/,
    /Ade Balogun\$300\.00/,
  ])
  await expect(figures.panel('Recent Activity')).toContainText('Velvet Static')
  await expect(figures.panel('Recent Activity')).toContainText('New client')
  await expectAccessible()

  // The chart selects its highest point first; the other sale is ten days before that.
  const chart = figures.chart('Sales Performance')
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /: \$1,200\.00, Previous 30 days \$0\.00$/)
  for (let step = 0; step < 10; step += 1) await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /: \$300\.00, Previous 30 days \$500\.00$/)
  await figures.chart('Genre Distribution').focus()
  await expect(figures.chart('Genre Distribution')).toHaveAttribute('aria-valuetext', /: 1, 50%$/)

  const csv = await figures.save('Sales Performance', 'CSV')
  expect(csv.suggestedFilename()).toMatch(/^sales-performance-.*\.csv$/)
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(31)
  expect(lines[0]).toBe('Day,Revenue (USD),Sales,Previous revenue (USD)')
  expect(lines.at(-1)).toBe(`${daysAgo(0)},1200,1,0`)
  expect(lines.at(-11)).toBe(`${daysAgo(10)},300,1,500`)
  for (const name of ['Sales Performance', 'Genre Distribution']) {
    const image = await figures.save(name, 'image')
    const bytes = await readFile(await image.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.length).toBeGreaterThan(5_000)
  }

  await figures.choice('7 days').click()
  await expect(figures.stat('Total Revenue')).toContainText('$1,200.00')
  await expect(figures.stat('Beats Sold')).toContainText(/Sold10/)
  await expect(page).toHaveURL(/period=7d/)
  await page.reload()
  await expect(figures.choice('7 days')).toHaveAttribute('aria-pressed', 'true')
  await expect(figures.stat('Total Revenue')).toContainText('$1,200.00')
  await figures.choice('EUR').click()
  await expect(figures.stat('Total Revenue')).toContainText('€149.00')
  await expect(page).toHaveURL(/currency=EUR/)
  await figures.choice('USD').click()
  for (const [period, revenue] of [
    ['90 days', '$2,000.00'],
    ['12 months', '$2,000.00'],
    ['All time', '$2,000.00'],
  ] as const) {
    await figures.choice(period).click()
    await expect(figures.choice(period)).toHaveAttribute('aria-pressed', 'true')
    await expect(figures.stat('Total Revenue')).toContainText(revenue)
  }
  // The period "All time" has no previous period to compare with.
  await expect(figures.main.getByText(/, compared with /)).toHaveCount(0)
  await figures.choice('Sales').click()
  await expect(chart).toHaveAttribute('aria-valuetext', /: 1$/)

  await figures
    .panel('Recent Activity')
    .getByRole('listitem')
    .filter({ hasText: 'Sale · Basic license, Nova Records' })
    .getByRole('link', { name: 'Velvet Static' })
    .click()
  await expect(page.getByRole('dialog')).toContainText('Nova Records')
})
