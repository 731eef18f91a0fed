// The sample data of a new account: shown on every main screen, played, and cleared at once everywhere.
import { call } from '../support/account'
import { expect, test } from '../support/test'

test.use({
  baseURL: async ({ furnishedUrl }, use) => {
    await use(furnishedUrl)
  },
})

test('SHELL-02 sample data is said to be such, and clearing it leaves what one added', async ({
  account,
  baseURL,
  enter,
  expectAccessible,
  library,
  page,
  player,
  request,
  shell,
}) => {
  test.slow()
  const own = { title: 'My own sale', client: 'Somebody', amount: 120 }
  expect((await call(request, baseURL ?? '', account.token, 'POST', '/sales', own)).status()).toBe(201)
  const banner = page.getByRole('main').getByText("You're looking at sample data.")
  await enter('/my-account')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$25,570.75')
  await expectAccessible()
  await page.goto('/settings')
  await expect(shell.heading('Settings')).toBeVisible()
  await expect(banner).toHaveCount(0)

  await page.goto('/documents')
  await expect(banner).toBeVisible()
  await expect(library.row('Midnight Drive')).toBeVisible()
  // The sample files are written shortly after their rows; the test waits until they can be played.
  const { documents } = await (
    await call(request, baseURL ?? '', account.token, 'GET', '/documents?search=midnight')
  ).json()
  await expect
    .poll(async () =>
      (
        await call(request, baseURL ?? '', account.token, 'GET', `/documents/${documents[0].id}/stream`)
      ).status(),
    )
    .toBe(200)
  await library.play('Midnight Drive').click()
  await player.waitUntilPlaying()
  await page.goto('/payment-history')
  await expect(page.getByText('My own sale').first()).toBeVisible()
  await expect(page.getByText('Slow Harbor').first()).toBeVisible()

  const clear = page.getByRole('button', { name: 'Clear sample data' })
  await clear.click()
  const question = page.getByRole('alertdialog', { name: 'Clear the sample data?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(banner).toBeVisible()
  await clear.click()
  await question.getByRole('button', { name: 'Clear sample data' }).click()
  await expect(shell.toast("Sample data cleared. It's all yours now.")).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('My own sale').first()).toBeVisible()
  await expect(page.getByText('Slow Harbor')).toHaveCount(0)
  await page.goto('/my-account')
  await expect(page.getByRole('main')).toContainText('$120.00')
  await expect(banner).toHaveCount(0)
})
