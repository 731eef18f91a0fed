// Goals: creating them, adding to the saved amount, deleting them.
import { call } from '../../support/account'
import { expect, test } from '../../support/test'

const FAR = '2199-03-01'

test('GOAL-01 GOAL-02 a goal is created and leads back to the list', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  goals,
  page,
  request,
  shell,
}) => {
  await enter('/my-account')
  await goals.open.click()
  await expect(goals.dialog.getByRole('heading', { name: 'No goals yet' })).toBeVisible()
  await goals.tab('Create Goal').click()
  await expect(goals.category).toHaveValue('general')
  await expect(goals.category.getByRole('option')).toHaveCount(9)
  await goals.field('Title').fill('New monitor pair')
  await goals.field('Target amount').fill('4,000.00')
  await goals.field('Target date').fill(FAR)
  await goals.category.selectOption('business')
  await goals.create.click()
  await expect(shell.toast('Goal created successfully!')).toBeVisible()
  await expect(goals.tab('My Goals')).toHaveAttribute('aria-selected', 'true')
  await expect(goals.row('New monitor pair')).toContainText('$0.00 of $4,000.00')
  await expect(goals.row('New monitor pair')).toContainText('Business')
  const { goals: kept } = await (await call(request, baseURL ?? '', account.token, 'GET', '/goals')).json()
  expect(kept).toMatchObject([{ title: 'New monitor pair', target_amount: 4000, target_date: FAR }])
  await page.keyboard.press('Escape')
  await expect(goals.dialog).toHaveCount(0)
  await expect(goals.open).toBeFocused()
  await expect(page.getByRole('region', { name: 'Goals' })).toContainText('New monitor pair')
})

test('GOAL-02 what is missing or makes no sense is told at its field, and nothing is sent', async ({
  enter,
  goals,
  page,
}) => {
  await enter('/my-account')
  let sent = 0
  page.on('request', (sending) => {
    if (sending.method() === 'POST' && sending.url().endsWith('/api/goals')) sent += 1
  })
  await goals.open.click()
  await goals.tab('Create Goal').click()
  await goals.create.click()
  await expect(goals.field('Title')).toHaveAccessibleDescription('Enter a title')
  await expect(goals.field('Title')).toBeFocused()
  await expect(goals.field('Target amount')).toHaveAccessibleDescription('Enter an amount')
  await expect(goals.field('Target date')).toHaveAccessibleDescription('Enter a valid date')
  await goals.field('Title').fill('Car')
  await goals.field('Target amount').fill('0.001')
  await goals.field('Target date').fill('2020-01-01')
  await goals.create.click()
  await expect(goals.field('Target amount')).toHaveAccessibleDescription('Use up to two decimals')
  await expect(goals.field('Target date')).toHaveAccessibleDescription('Choose today or a later date')
  expect(sent).toBe(0)
})

test('GOAL-03 progress is added, never drawn past the end, and zero does nothing', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  goals,
  page,
  request,
  shell,
}) => {
  const body = { title: 'Lisbon trip', target_amount: 1800, target_date: FAR }
  await call(request, baseURL ?? '', account.token, 'POST', '/goals', body)
  await enter('/my-account')
  await goals.open.click()
  await goals.addProgress('Lisbon trip', '900.50')
  await expect(shell.toast('Goal progress updated!')).toBeVisible()
  await expect(goals.row('Lisbon trip')).toContainText('$900.50 of $1,800.00')
  await expect(goals.bar('Lisbon trip')).toHaveAttribute('aria-valuenow', '50')

  let sent = 0
  page.on('request', (sending) => {
    if (sending.method() === 'PUT') sent += 1
  })
  for (const nothing of ['0', '-5', 'abc', '']) {
    await goals.dialog.getByRole('button', { name: 'Add progress to Lisbon trip' }).click()
    await goals.amountFor('Lisbon trip').fill(nothing)
    await goals.dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(goals.amountFor('Lisbon trip')).toBeVisible()
    await goals.amountFor('Lisbon trip').press('Escape')
  }
  expect(sent).toBe(0)
  await expect(goals.dialog).toBeVisible()

  await goals.addProgress('Lisbon trip', '1000')
  await expect(goals.row('Lisbon trip')).toContainText('$1,900.50 of $1,800.00')
  await expect(goals.row('Lisbon trip')).toContainText('Reached')
  await expect(goals.bar('Lisbon trip')).toHaveAttribute('aria-valuenow', '100')
})

test('GOAL-03 deleting a goal asks first', async ({
  account,
  baseURL,
  enter,
  goals,
  page,
  request,
  shell,
}) => {
  for (const title of ['Car', 'House'])
    await call(request, baseURL ?? '', account.token, 'POST', '/goals', {
      title,
      target_amount: 10,
      target_date: FAR,
    })
  await enter('/my-account')
  await goals.open.click()
  const question = page.getByRole('alertdialog')
  await goals.dialog.getByRole('button', { name: 'Delete Car' }).click()
  await expect(question).toContainText('Are you sure you want to delete this goal?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(goals.rows).toHaveCount(2)
  await goals.dialog.getByRole('button', { name: 'Delete Car' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(shell.toast('Goal deleted successfully!')).toBeVisible()
  await expect(goals.rows).toHaveText([/House/])
})

test('GOAL-04 what fails is told with its own text', async ({
  account,
  allow,
  baseURL,
  enter,
  goals,
  page,
  request,
  shell,
}) => {
  allow(/status of 500/)
  const body = { title: 'Car', target_amount: 10, target_date: FAR }
  await call(request, baseURL ?? '', account.token, 'POST', '/goals', body)
  await page.clock.install()
  const broken = (method: string) => (route: import('@playwright/test').Route) =>
    route.request().method() === method ? route.fulfill({ status: 500 }) : route.continue()
  await page.route('**/api/goals?*', broken('GET'))
  await enter('/my-account')
  await page.clock.runFor(10_000)
  await goals.open.click()
  await expect(goals.dialog.getByRole('alert')).toContainText('Failed to load goals')
  await page.unroute('**/api/goals?*')
  await goals.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(goals.rows).toHaveCount(1)

  await page.route('**/api/goals/*/progress', broken('PUT'))
  await goals.addProgress('Car', '1')
  await expect(shell.toast('Failed to update goal progress')).toBeVisible()
  await goals.amountFor('Car').press('Escape')
  await page.route('**/api/goals/*', broken('DELETE'))
  await goals.dialog.getByRole('button', { name: 'Delete Car' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(shell.toast('Failed to delete goal')).toBeVisible()
  await page.route('**/api/goals', broken('POST'))
  await goals.tab('Create Goal').click()
  await goals.field('Title').fill('House')
  await goals.field('Target amount').fill('5')
  await goals.field('Target date').fill(FAR)
  await goals.create.click()
  await expect(goals.dialog.getByRole('alert')).toContainText('Failed to create goal')
})

test('GOAL-01 the goals are accessible', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  goals,
  page,
  request,
}) => {
  test.slow()
  const body = { title: 'Car', target_amount: 10, target_date: FAR }
  await call(request, baseURL ?? '', account.token, 'POST', '/goals', body)
  await enter('/my-account')
  await goals.open.click()
  await goals.dialog.getByRole('button', { name: 'Add progress to Car' }).click()
  await expectAccessible()
  await goals.tab('Create Goal').click()
  await goals.create.click()
  await expectAccessible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})

test('GOAL-03 a goal is edited, and what is saved is corrected', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  goals,
  request,
  shell,
}) => {
  const body = { title: 'New monitor pair', target_amount: 4000, target_date: '2099-03-01' }
  const { goal } = await (await call(request, baseURL ?? '', account.token, 'POST', '/goals', body)).json()
  await call(request, baseURL ?? '', account.token, 'PUT', `/goals/${goal.id}/progress`, { amount: 2600 })
  await enter('/my-account')
  await goals.open.click()
  await goals.dialog.getByRole('button', { name: 'Edit New monitor pair' }).click()
  await goals.field('Target amount').fill('2000')
  await goals.dialog.getByRole('textbox', { name: 'Saved so far' }).fill('260')
  await expectAccessible()
  await goals.dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(shell.toast('Goal updated')).toBeVisible()
  await expect(goals.bar('New monitor pair')).toHaveAttribute('aria-valuetext', '$260.00 of $2,000.00')
})
