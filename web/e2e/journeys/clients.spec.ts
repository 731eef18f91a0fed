// Clients: finding, adding, changing, deleting and paying them, and one client's sales and payments.

import { call } from '../support/account'
import { addClient, sell } from '../support/clients'
import { expectNoSidewaysScroll } from '../support/layout'
import { fetchBalances, recordTransactions } from '../support/money'
import { expect, test } from '../support/test'

const FOUR = [
  { name: 'Nova Records', email: 'pay@nova.io', relationship: 'business' },
  { name: 'Ade Balogun', email: 'ade@balogun.studio', relationship: 'friend', bank_name: 'Zenith Bank' },
  { name: 'Lowtide Films', email: 'music@lowtide.film', relationship: 'business' },
  { name: '100% Vinyl', email: 'hello@vinyl.shop', relationship: 'vendor' },
]

test('CLI-01 CLI-02 a client is added with everything the form asks for', { tag: '@core' }, async ({
  account,
  baseURL,
  clients,
  enter,
  page,
  request,
  shell,
}) => {
  await enter('/beneficiaries')
  await expect(page.getByRole('heading', { name: 'No clients yet' })).toBeVisible()
  await clients.add.click()
  await expect(clients.dialog).toContainText('Add New Beneficiary')
  await expect(clients.field('Name')).toBeFocused()

  await clients.submit('Add Beneficiary').click()
  await expect(clients.dialog.getByRole('alert')).toHaveText('Please fill in all required fields')
  for (const name of ['Name', 'Email', 'Bank name', 'Account number']) {
    await expect(clients.field(name)).toHaveAttribute('aria-invalid', 'true')
  }
  await clients.field('Name').fill('Nova Records')
  await clients.field('Email').fill('pay@nova')
  await clients.field('Bank name').fill('First Harbor Bank')
  await clients.field('Account number').fill('GB29 NWBK 6016')
  await expect(clients.dialog.getByRole('alert')).toHaveCount(0)
  await clients.submit('Add Beneficiary').click()
  await expect(clients.field('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await clients.field('Email').fill('pay@nova.io')
  await clients.field('Phone').fill('+44 20 7946 0018')
  await clients.field('Address').fill('12 Wharf Road')
  await expect(clients.choice('Relationship').locator('option')).toHaveText([
    'Family',
    'Friend',
    'Business',
    'Vendor',
    'Employee',
    'Other',
  ])
  await clients.choice('Relationship').selectOption('vendor')
  await expect(clients.choice('Account type').locator('option')).toHaveText([
    'Checking',
    'Savings',
    'Business',
    'Money market',
  ])
  await clients.choice('Account type').selectOption('money_market')
  await clients.field('Bank code').fill('NWBKGB2L')
  await clients.field('Notes').fill('Pays on time')
  await clients.submit('Add Beneficiary').click()

  await expect(shell.toast('Client added')).toBeVisible()
  await expect(clients.dialog).toHaveCount(0)
  await expect(clients.card('Nova Records')).toContainText('Revenue$0.00')
  await expect(clients.card('Nova Records')).toContainText('Vendor')
  const { beneficiaries } = await (
    await call(request, baseURL ?? '', account.token, 'GET', '/beneficiaries')
  ).json()
  expect(beneficiaries).toEqual([
    expect.objectContaining({
      name: 'Nova Records',
      email: 'pay@nova.io',
      phone: '+44 20 7946 0018',
      address: '12 Wharf Road',
      account_number: 'GB29 NWBK 6016',
      bank_name: 'First Harbor Bank',
      bank_code: 'NWBKGB2L',
      account_type: 'money_market',
      relationship: 'vendor',
      notes: 'Pays on time',
    }),
  ])
})

test('CLI-01 search, filter and order arrange the cards, and the address keeps them', async ({
  account,
  baseURL,
  clients,
  enter,
  page,
  request,
}) => {
  const url = baseURL ?? ''
  for (const one of FOUR) await addClient(request, url, account, one)
  await enter('/beneficiaries')
  await expect(clients.cards).toHaveCount(4)
  await clients.search.fill('BALOGUN.STUDIO')
  await expect(clients.cards).toHaveCount(1)
  await expect(clients.card('Ade Balogun')).toBeVisible()
  await clients.search.fill('%')
  await expect(clients.cards).toHaveCount(1)
  await expect(clients.card('100% Vinyl')).toBeVisible()
  await clients.search.fill('nobody')
  await expect(page.getByRole('heading', { name: 'No matching clients' })).toBeVisible()
  await page.getByRole('button', { name: 'Reset filter' }).click()
  await expect(clients.cards).toHaveCount(4)

  await clients.filter.click()
  await clients.tick('Business').click()
  await expect(clients.cards).toHaveCount(2)
  await clients.choice('Bank').selectOption('Zenith Bank')
  await expect(clients.cards).toHaveCount(1)
  await expect(page).toHaveURL(/relationship=family.*bank=Zenith/)
  await page.reload()
  await expect(clients.cards).toHaveCount(1)
  await expect(clients.filter).toHaveAccessibleName('Filter, 2 changed')
  await clients.filter.click()
  await page.getByRole('button', { name: 'Reset filter' }).click()
  await expect(clients.cards).toHaveCount(4)
  await expect(page).toHaveURL(/\/beneficiaries$/)

  const names = clients.cards.getByRole('heading')
  const inOrder = FOUR.map(({ name }) => name).sort((one, other) => (one < other ? -1 : 1))
  await clients.choice('Sort').selectOption('Name, A to Z')
  await expect(names).toHaveText(inOrder)
  const best = inOrder[2] ?? ''
  const found = await call(
    request,
    url,
    account.token,
    'GET',
    `/beneficiaries?search=${encodeURIComponent(best)}`,
  )
  const [{ id }] = (await found.json()).beneficiaries
  await clients.choice('Sort').selectOption('Highest revenue')
  await expect(page).toHaveURL(/sort=revenue$/)
  // A sale that comes in meanwhile changes the order on screen.
  await sell(request, url, account, [{ title: 'Midnight Drive', amount: 300, client_id: id }])
  await expect(names.first()).toHaveText(best)
})

test('CLI-01 three cards stand side by side, two or one where there is less room', { tag: '@core' }, async ({
  account,
  baseURL,
  clients,
  enter,
  page,
  request,
}) => {
  for (const one of FOUR) await addClient(request, baseURL ?? '', account, one)
  await enter('/beneficiaries')
  await expect(clients.cards).toHaveCount(4)
  for (const [width, columns] of [
    [1920, 3],
    [1440, 3],
    [1280, 3],
    [800, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const inFirstRow = () =>
      clients.cards.evaluateAll((cards) => {
        const tops = cards.map((card) => card.getBoundingClientRect().top)
        return tops.filter((top) => top === tops[0]).length
      })
    await expect.poll(inFirstRow, `cards side by side at ${width}`).toBe(columns)
    await expectNoSidewaysScroll(page)
  }
})

test('CLI-04 a client is changed and deleted from the card', { tag: '@core' }, async ({
  account,
  baseURL,
  clients,
  enter,
  page,
  request,
  shell,
}) => {
  await addClient(request, baseURL ?? '', account, { name: 'Nova Records', phone: '+44 20' })
  await addClient(request, baseURL ?? '', account, { name: 'Ade Balogun' })
  await enter('/beneficiaries')
  await clients.chooseAction('Nova Records', 'Edit')
  await expect(clients.field('Phone')).toHaveValue('+44 20')
  await clients.field('Phone').fill('')
  await clients.field('Name').fill('Nova & Sons')
  const sent = page.waitForRequest((one) => one.method() === 'PUT')
  await clients.submit('Save Changes').click()
  expect((await sent).postDataJSON()).toEqual({ name: 'Nova & Sons', phone: '' })
  await expect(shell.toast('Client updated')).toBeVisible()
  await expect(clients.card('Nova & Sons')).toContainText('Last activityNone yet')

  await clients.chooseAction('Nova & Sons', 'Delete')
  await expect(clients.cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(clients.cards).toHaveCount(2)
  await clients.chooseAction('Nova & Sons', 'Delete')
  await expect(shell.toast('Client deleted')).toBeVisible()
  await expect(clients.cards).toHaveCount(1)
})

test('FIN-07 a client is paid from an account of choice, and too much is refused at the amount', {
  tag: '@core',
}, async ({ account, allow, baseURL, clients, enter, finances, page, request, shell }) => {
  const url = baseURL ?? ''
  await recordTransactions(request, url, account, [
    { type: 'deposit', title: 'Opening', amount: 500 },
    { type: 'deposit', title: 'Euros', amount: 80, currency: 'EUR' },
  ])
  await addClient(request, url, account, { name: 'Nova Records' })
  // FIN-02
  await enter('/my-account')
  await finances.pay.click()
  await expect(page).toHaveURL(/\/beneficiaries$/)
  await clients.card('Nova Records').getByRole('button', { name: 'Pay Nova Records' }).click()
  await expect(clients.choice('From account').locator('option')).toHaveText([
    'Wallet, $500.00',
    'US dollar account, $0.00',
    'Euro account, €80.00',
    'British pound account, £0.00',
  ])
  await clients.submit('Pay').click()
  await expect(clients.field('Amount')).toHaveAccessibleDescription('Enter an amount')
  await clients.field('Amount').fill('500.01')
  await clients.submit('Pay').click()
  await expect(clients.field('Amount')).toHaveAccessibleDescription(
    /Not enough money: Wallet holds \$500\.00 and this would take \$500\.01/,
  )
  await clients.choice('From account').selectOption({ label: 'Euro account, €80.00' })
  await clients.field('Amount').fill('20.50')
  await clients.field('Note').fill('Mixing')
  const keys: (string | undefined)[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/pay')) keys.push(one.headers()['idempotency-key'])
  })
  // The first answer is lost; the second attempt must be the same payment.
  allow(/ERR_FAILED/)
  await page.route('**/pay', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await clients.submit('Pay').click()
  await expect(clients.dialog.getByRole('alert')).toContainText("Can't reach Ledgerline")
  await page.unroute('**/pay')
  await clients.submit('Pay').click()
  await expect(shell.toast('Payment of €20.50 to Nova Records recorded')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[0]).toBe(keys[1])
  expect(await fetchBalances(request, url, account)).toMatchObject({ Wallet: 500, 'Euro account': 59.5 })

  await clients.card('Nova Records').getByRole('button', { name: 'Pay Nova Records' }).click()
  await expect(clients.choice('From account').locator('option').nth(2)).toHaveText('Euro account, €59.50')
  await page.keyboard.press('Escape')
  await page.goto('/my-account')
  await expect(finances.recentRows.first()).toContainText('Payment to Nova Records')
  await expect(finances.recentRows.first()).toContainText('−€20.50')
})

test('CLI-04 one view holds a client, the sums, and sales and payments in one list', {
  tag: '@core',
}, async ({ account, baseURL, clients, enter, page, request, sales, shell }) => {
  const url = baseURL ?? ''
  const nova = await addClient(request, url, account, {
    name: 'Nova Records',
    email: 'pay@nova.io',
    account_number: 'GB29 NWBK 6016',
  })
  const other = await addClient(request, url, account, { name: 'Ade Balogun' })
  await sell(request, url, account, [
    { title: 'Glass Garden', amount: 149, client_id: nova, date: '2026-10-02', license: 'premium' },
    { title: 'Northern Line', amount: 450, currency: 'EUR', client_id: nova, date: '2026-10-05' },
    { title: 'Copper Sun', amount: 99, client_id: nova, date: '2026-10-03', status: 'Pending' },
    { title: 'Paper Moons', amount: 39, client_id: other, date: '2026-10-04' },
  ])
  await enter('/beneficiaries')
  await clients.card('Nova Records').getByRole('link', { name: 'Nova Records' }).click()
  await expect(page).toHaveURL(new RegExp(`client=${nova}`))
  await expect(shell.heading('Nova Records')).toBeVisible()
  await expect(clients.historyRows).toHaveText([
    /Northern Line.*€450/,
    /Copper Sun.*Pending/,
    /Glass Garden.*\$149/,
  ])
  await expect(clients.figure('Sales')).toContainText('$149.00')
  await expect(clients.figure('Sales')).toContainText('€450.00')
  await expect(clients.figure('Sales')).toContainText('2 completed sales')
  await expect(page.getByText('•••• 6016')).toBeVisible()
  await page.getByRole('button', { name: 'Show account number' }).click()
  await expect(page.getByText('GB29 NWBK 6016')).toBeVisible()

  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await clients.field('Amount').fill('49')
  await clients.submit('Pay').click()
  await expect(shell.toast('Payment of $49.00 to Nova Records recorded')).toBeVisible()
  await expect(clients.historyRows.first()).toContainText('Payment to Nova Records')
  await expect(clients.historyRows.first()).toContainText('−$49.00')
  await expect(clients.figure('Payments')).toContainText('$49.00')
  await expect(clients.figure('Payments')).toContainText('1 payment')

  await clients.history.getByRole('link', { name: /Glass Garden/ }).click()
  await expect(page).toHaveURL(/payment-history\?sale=/)
  await expect(sales.dialog).toContainText('Premium')
  await sales.dialog.getByRole('link', { name: 'Nova Records' }).click()
  await expect(shell.heading('Nova Records')).toBeVisible()
  await page.getByRole('button', { name: 'Back to clients' }).click()
  await expect(clients.cards).toHaveCount(2)

  await page.goto('/beneficiaries?client=01890000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
})

test('CLI-03 a list that cannot be had says so and can be asked for again', async ({
  clients,
  enter,
  page,
}) => {
  let isDown = true
  await page.route('**/api/beneficiaries?*', (route) =>
    isDown ? route.fulfill({ status: 400, json: { success: false } }) : route.continue(),
  )
  await enter('/beneficiaries')
  await expect(page.getByRole('alert')).toContainText('Failed to load beneficiaries')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No clients yet' })).toBeVisible()
  await expect(clients.add).toBeVisible()
})

test('CLI-01 CLI-02 clients, the filter and the form are accessible', async ({
  account,
  baseURL,
  clients,
  enter,
  expectAccessible,
  page,
  request,
}) => {
  test.slow()
  await addClient(request, baseURL ?? '', account, { name: 'Nova Records' })
  await enter('/beneficiaries')
  await expect(clients.cards).toHaveCount(1)
  await expectAccessible()
  await clients.filter.click()
  await expect(clients.tick('Vendor')).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await clients.add.click()
  await clients.submit('Add Beneficiary').click()
  await expect(clients.dialog.getByRole('alert')).toBeVisible()
  await expectAccessible()
})

test('CLI-04 FIN-07 one client and paying it are accessible', async ({
  account,
  baseURL,
  clients,
  enter,
  expectAccessible,
  page,
  request,
  shell,
}) => {
  test.slow()
  const url = baseURL ?? ''
  const nova = await addClient(request, url, account, { name: 'Nova Records' })
  await sell(request, url, account, [
    { title: 'Glass Garden', amount: 149, client_id: nova },
    { title: 'Copper Sun', amount: 99, client_id: nova, status: 'Pending' },
  ])
  await enter(`/beneficiaries?client=${nova}`)
  await expect(clients.historyRows).toHaveCount(2)
  await expectAccessible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await clients.field('Amount').fill('999')
  await clients.submit('Pay').click()
  await expect(clients.dialog.getByText(/Not enough money/)).toBeVisible()
  await expectAccessible()
  await shell.discard()
  await expect(clients.dialog).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})
