// Applications on the Analytics screen: adding, following, changing and deleting one.
import { call } from '../support/account'
import { expect, test } from '../support/test'

test('APP-01 an application is filed, followed, changed and deleted', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  page,
  request,
  shell,
}) => {
  test.slow()
  const savedApplications = async () =>
    (await (await call(request, baseURL ?? '', account.token, 'GET', '/applications')).json()).applications
  await enter('/applications')
  const panel = page.getByRole('region', { name: 'Applications' })
  await expect(panel.getByRole('heading', { name: 'No applications yet' })).toBeVisible()
  await panel.getByRole('button', { name: 'New application' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New application' })
  await dialog.getByRole('button', { name: 'Add application' }).click()
  await expect(dialog.getByText('Enter a title')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: /^Title/ })).toBeFocused()
  await dialog.getByRole('textbox', { name: /^Title/ }).fill('New Producers Fund')
  await dialog.getByRole('textbox', { name: /^Organization/ }).fill('City Arts Council')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Grant')
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('5,000.00')
  await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('GBP')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add application' }).click()
  await expect(shell.toast('Application added.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const row = panel.getByRole('listitem').filter({ hasText: 'New Producers Fund' })
  await expect(row).toContainText('£5,000.00')
  await expect(panel).toContainText('1 open · £5,000.00 requested')
  expect(await savedApplications()).toMatchObject([
    { type: 'grant', status: 'draft', amount: 5000, submitted_at: null },
  ])

  await row.getByRole('combobox', { name: 'Status of New Producers Fund' }).selectOption('Submitted')
  await expect(shell.toast('Status changed to Submitted.')).toBeVisible()
  await shell.closeToast('Status changed to Submitted.')
  await expect(row.getByText(/· Submitted /)).toBeVisible()
  await row.getByRole('button', { name: 'Actions for New Producers Fund' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit application' })
  await editing.getByRole('textbox', { name: /^Notes/ }).fill('Interview on Monday')
  await editing.getByRole('combobox', { name: 'Status' }).selectOption('Approved')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(shell.toast('Application saved.')).toBeVisible()
  await shell.closeToast('Application saved.')
  // An accepted application is no longer in the list of open ones.
  await expect(panel.getByRole('heading', { name: 'Nothing open' })).toBeVisible()
  await panel.getByRole('button', { name: 'Show all' }).click()
  await expect(row).toContainText('Interview on Monday')
  expect(await savedApplications()).toMatchObject([{ status: 'approved', notes: 'Interview on Monday' }])
  await expectAccessible()

  await row.getByRole('button', { name: 'Actions for New Producers Fund' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(shell.toast('Application deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)
  // Leaving the page ends the time to undo.
  await page.goto('/favicon.svg')
  await expect.poll(savedApplications).toEqual([])
  await page.goto('/applications')
  await expect(panel.getByRole('heading', { name: 'No applications yet' })).toBeVisible()
})
