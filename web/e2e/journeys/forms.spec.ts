// Typed form values are not discarded without a question and survive a lock, and Back closes a dialog that is in the
// address.
import { addClient, sell } from '../support/clients'
import { expect, test } from '../support/test'

test('FORM-01 a filled form asks before it is thrown away, and a lock keeps what was typed', {
  tag: '@core',
}, async ({ account, clients, context, enter, expectAccessible, lock, page, shell }) => {
  await enter('/my-account')
  await shell.sidebar.getByRole('link', { name: 'Clients' }).click()
  const open = page.getByRole('button', { name: 'Add Client' }).first()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await open.click()
  // An untouched form just closes, and the focus returns to its button.
  await page.keyboard.press('Escape')
  await expect(clients.dialog).toHaveCount(0)
  await expect(open).toBeFocused()

  await open.click()
  await clients.field('Name').fill('Nova Records')
  await page.keyboard.press('Escape')
  await expectAccessible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(clients.field('Name')).toHaveValue('Nova Records')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(clients.field('Name')).toHaveValue('Nova Records')

  const other = await context.newPage()
  await other.goto('/favicon.svg')
  await other.evaluate(() =>
    new BroadcastChannel('ledgerline.session').postMessage({ type: 'locked', at: 1e14 }),
  )
  await lock.isShown()
  await lock.unlock(account.password)
  await expect(shell.toast('Your unsaved changes are safe')).toBeVisible()
  await open.click()
  await expect(clients.field('Name')).toHaveValue('Nova Records')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(clients.dialog).toHaveCount(0)
})

test('FORM-01 Back closes a sale, and closing it leaves no step behind', { tag: '@core' }, async ({
  account,
  baseURL,
  enter,
  page,
  request,
  sales,
  shell,
}) => {
  const url = baseURL ?? ''
  await addClient(request, url, account, { name: 'Nova Records' })
  await sell(request, url, account, [{ title: 'Midnight Drive', amount: 100, client: 'Nova Records' }])
  await enter('/beneficiaries')
  await shell.sidebar.getByRole('link', { name: 'Sales History' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sale details' })
  const view = sales.row('Midnight Drive').getByRole('button', { name: /View/ })
  await view.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(shell.heading('Sales History')).toBeVisible()
  await view.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(shell.heading('Clients')).toBeVisible()

  // Opening a section of the settings adds no history entry.
  await page.getByRole('banner').getByRole('button', { name: /,/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Privacy & Data' }).click()
  await expect(page).toHaveURL(/#privacy$/)
  await expect(sections).toBeInViewport()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(shell.heading('Clients')).toBeVisible()
})
