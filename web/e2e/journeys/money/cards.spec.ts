// Payment cards: adding, finding, changing and deleting them, and the PIN before their details.
import { AMEX, addCards, MASTERCARD, PIN, setPin, VISA } from '../../support/cards'
import { expect, test } from '../../support/test'

test('CARD-01 cards are found by type or holder, and the filter goes round', async ({
  account,
  baseURL,
  cards,
  enter,
  page,
  request,
  shell,
}) => {
  await addCards(request, baseURL ?? '', account, VISA, MASTERCARD, {
    ...AMEX,
    holder_name: 'Northline Studio',
  })
  await enter('/cards')
  await expect(cards.tiles).toHaveCount(3)
  await expect(cards.filter).toContainText('All Cards')
  await cards.filter.click()
  await expect(cards.filter).toContainText('Visa Only')
  await expect(cards.tiles).toHaveText([/Visa ending 4207/])
  await cards.filter.click()
  await expect(cards.filter).toContainText('Mastercard Only')
  await expect(cards.tiles).toHaveText([/Mastercard ending 5819/])
  await expect(page).toHaveURL(/only=mastercard/)
  await page.reload()
  await expect(cards.tiles).toHaveCount(1)
  await cards.filter.click()
  await expect(cards.filter).toContainText('All Cards')
  await expect(cards.tiles).toHaveCount(3)

  await cards.search.fill('northline')
  await expect(cards.tiles).toHaveText([/American Express ending 0056/])
  await expect(page).toHaveURL(/q=northline/)
  await cards.search.fill('visa')
  await expect(cards.tiles).toHaveText([/Visa ending 4207/])
  await cards.search.fill('nobody')
  await expect(page.getByRole('heading', { name: 'No matching cards' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all cards' }).click()
  await expect(cards.tiles).toHaveCount(3)

  await cards.back.click()
  await expect(page).toHaveURL(/\/my-account$/)
  await expect(shell.heading('Finances')).toBeVisible()
})

test('CARD-01 two columns on a wide screen, one on a phone', { tag: '@core' }, async ({
  account,
  baseURL,
  cards,
  enter,
  page,
  request,
}) => {
  await addCards(request, baseURL ?? '', account, VISA, MASTERCARD)
  await enter('/cards')
  const place = async () => {
    const [first, second] = await Promise.all([0, 1].map((at) => cards.tiles.nth(at).boundingBox()))
    if (!first || !second) return 'not on screen'
    if (first.y === second.y && second.x > first.x) return 'side by side'
    return first.x === second.x && second.y > first.y ? 'one below the other' : 'elsewhere'
  }
  await expect.poll(place).toBe('side by side')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(place).toBe('one below the other')
})

test('CARD-02 CARD-03 a card takes shape while it is typed, and the nickname is not sent', {
  tag: '@core',
}, async ({ cards, enter, page, shell }) => {
  await enter('/cards')
  await expect(page.getByRole('heading', { name: 'No cards yet' })).toBeVisible()
  await cards.add.click()
  const type = cards.dialog.getByRole('combobox', { name: 'Card type' })
  await expect(type.getByRole('option')).toHaveText(['Visa', 'Mastercard', 'American Express', 'Discover'])

  await cards.field('Card number').pressSequentially('5555x44443333')
  await expect(cards.field('Card number')).toHaveValue('5555 4444 3333')
  await expect(type).toHaveValue('mastercard')
  // After typing in the middle of the number the caret stays there.
  await cards.field('Card number').fill('4242424242424')
  await expect(type).toHaveValue('visa')
  await cards.field('Card number').press('Home')
  await cards.field('Card number').pressSequentially('401')
  await expect(cards.field('Card number')).toHaveValue('4014 2424 2424 2424')
  await cards.field('Card number').pressSequentially('9')
  await expect(cards.field('Card number')).toHaveValue('4019 4242 4242 4242')
  await cards.field('Card number').fill('42424242424242429999')
  await expect(cards.field('Card number')).toHaveValue('4242 4242 4242 4242')

  await cards.field('Card holder').pressSequentially('Maya Okafor')
  await expect(cards.field('Card holder')).toHaveValue('MAYA OKAFOR')
  await cards.field('Expiry date').pressSequentially('08315')
  await expect(cards.field('Expiry date')).toHaveValue('08/31')
  await cards.field('CVV').pressSequentially('12a345')
  await expect(cards.field('CVV')).toHaveValue('1234')
  await cards.field('Nickname').fill('Studio expenses')
  const preview = cards.dialog.getByText('4242 4242 4242 4242')
  await expect(preview).toBeVisible()
  await expect(cards.dialog.getByText('Studio expenses')).toBeVisible()

  const sent = page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/api/cards'))
  await cards.submit('Add Card').click()
  expect((await sent).postDataJSON()).toEqual({
    type: 'Visa',
    number: '4242424242424242',
    holder_name: 'MAYA OKAFOR',
    expiry_month: 8,
    expiry_year: 2031,
    cvv: '1234',
    is_default: false,
  })
  await expect(shell.toast('Card added successfully!')).toBeVisible()
  await expect(cards.maskedCard('Visa ending 4242')).toBeVisible()
  await expect(cards.add).toBeFocused()
  await page.reload()
  await expect(cards.tiles).toHaveText([/Studio expenses/])
})

test('CARD-02 the four texts of what is wrong, and nothing is sent', async ({ cards, enter, page }) => {
  await enter('/cards')
  let sent = 0
  page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().endsWith('/api/cards')) sent += 1
  })
  await cards.add.click()
  await cards.submit('Add Card').click()
  await expect(cards.dialog.getByRole('alert')).toHaveText('Please fill in all required fields')
  await expect(cards.field('Card number')).toBeFocused()
  await expect(cards.field('CVV')).toHaveAttribute('aria-invalid', 'true')
  await cards.fill({ number: '4242', holder: 'Maya', expiry: '13', cvv: '12' })
  await cards.submit('Add Card').click()
  await expect(cards.dialog.getByRole('alert')).toHaveCount(0)
  await expect(cards.field('Card number')).toHaveAccessibleDescription(
    'Please enter a valid 16-digit card number',
  )
  await expect(cards.field('Expiry date')).toHaveAccessibleDescription(
    'Please enter a valid expiry date (MM/YY)',
  )
  await expect(cards.field('CVV')).toHaveAccessibleDescription(/^Please enter a valid CVV/)
  expect(sent).toBe(0)
})

test('CARD-02 an expired card is refused where the date stands', async ({ cards, enter }) => {
  await enter('/cards')
  await cards.add.click()
  await cards.fill({ number: '4242424242424242', holder: 'Maya', expiry: '01/20', cvv: '123' })
  await cards.submit('Add Card').click()
  await expect(cards.field('Expiry date')).toHaveAccessibleDescription(/has expired/)
  await expect(cards.field('Expiry date')).toBeFocused()
})

test('CARD-04 a card is changed, made the default, and deleted after a question', { tag: '@core' }, async ({
  account,
  baseURL,
  cards,
  enter,
  request,
  shell,
}) => {
  await addCards(request, baseURL ?? '', account, VISA, MASTERCARD)
  await enter('/cards')
  await cards.chooseAction('Mastercard ending 5819', 'Edit')
  await cards.field('Card holder').fill('kito sound')
  await cards.submit('Save Changes').click()
  await expect(shell.toast('Card updated')).toBeVisible()
  await expect(cards.tiles.filter({ hasText: '5819' })).toContainText('KITO SOUND')

  await expect(cards.tiles.first()).toContainText('Visa ending 4207')
  await cards.chooseAction('Mastercard ending 5819', 'Make default')
  await expect(shell.toast('Mastercard ending 5819 is now the default card')).toBeVisible()
  await expect(cards.tiles.first()).toContainText(/Default.*Mastercard ending 5819/)
  await expect(cards.main.getByText('Default', { exact: true })).toHaveCount(1)

  await cards.chooseAction('Mastercard ending 5819', 'Delete')
  await expect(cards.question).toContainText('Are you sure you want to delete this card?')
  await cards.question.getByRole('button', { name: 'Cancel' }).click()
  await expect(cards.tiles).toHaveCount(2)
  await cards.chooseAction('Mastercard ending 5819', 'Delete')
  await cards.question.getByRole('button', { name: 'Delete' }).click()
  await expect(shell.toast('Card deleted')).toBeVisible()
  await expect(cards.tiles).toHaveText([/Default.*Visa ending 4207/])
})

test('CARD-05 the first look at a card sets the PIN with the password', { tag: '@core' }, async ({
  account,
  baseURL,
  cards,
  enter,
  request,
  shell,
}) => {
  await addCards(request, baseURL ?? '', account, VISA)
  await enter('/cards')
  await cards.maskedCard('Visa ending 4207').click()
  await expect(cards.dialog).toHaveAccessibleName('Set your card PIN')
  await expect(cards.pin('New PIN')).toBeFocused()
  await cards.submit('Set PIN and show').click()
  await expect(cards.pin('New PIN')).toHaveAccessibleDescription('Enter 4 digits')
  await cards.pin('New PIN').pressSequentially('25x839')
  await expect(cards.pin('New PIN')).toHaveValue('2583')
  await cards.pin('Repeat PIN').fill('2581')
  await cards.pin('Current password').fill('not it')
  await cards.submit('Set PIN and show').click()
  await expect(cards.pin('Repeat PIN')).toHaveAccessibleDescription("PINs don't match")
  await cards.pin('Repeat PIN').fill('2583')
  await cards.submit('Set PIN and show').click()
  await expect(cards.pin('Current password')).toHaveAccessibleDescription('Current password is incorrect')
  await cards.pin('Current password').fill(account.password)
  await cards.submit('Set PIN and show').click()
  await expect(shell.toast('Card details revealed!')).toBeVisible()
  await expect(cards.revealedCard('4242 4242 4242 4207')).toContainText('08/31')
  await expect(cards.revealedCard('4242 4242 4242 4207')).toBeFocused()
})

test('CARD-05 one PIN check holds for five minutes in the tab, and in no other', async ({
  account,
  baseURL,
  cards,
  context,
  enter,
  page,
  request,
}) => {
  await addCards(request, baseURL ?? '', account, VISA, MASTERCARD)
  await setPin(request, baseURL ?? '', account)
  await page.clock.install()
  await enter('/cards')
  await cards.maskedCard('Visa ending 4207').click()
  await cards.enterPin(PIN)
  await expect(cards.revealedCard('4242 4242 4242 4207')).toBeVisible()
  await page.clock.runFor(60_000)
  // The second card asks for no PIN.
  await cards.maskedCard('Mastercard ending 5819').click()
  await expect(cards.revealedCard('5555 4444 3333 5819')).toBeVisible()
  // Pressing the card again masks it.
  await cards.revealedCard('4242 4242 4242 4207').click()
  await expect(cards.maskedCard('Visa ending 4207')).toBeVisible()

  const other = await context.newPage()
  await enter('/cards', other)
  await other.getByRole('button', { name: 'Visa ending 4207, show details' }).click()
  await expect(other.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible()
  await other.close()

  await page.clock.runFor(4 * 60_000)
  await expect(cards.maskedCard('Mastercard ending 5819')).toBeVisible()
  await cards.maskedCard('Visa ending 4207').click()
  await expect(cards.pin()).toBeFocused()
})

test.describe('where tries are counted', () => {
  test.use({
    baseURL: async ({ strictUrl }, use) => {
      await use(strictUrl)
    },
  })

  test('CARD-05 five wrong PINs lock the details, and a new PIN opens them', { tag: '@core' }, async ({
    account,
    baseURL,
    cards,
    enter,
    page,
    request,
  }) => {
    await addCards(request, baseURL ?? '', account, VISA)
    await setPin(request, baseURL ?? '', account)
    await enter('/cards')
    await cards.maskedCard('Visa ending 4207').click()
    for (let tries = 1; tries <= 4; tries += 1) {
      await cards.enterPin('0000')
      await expect(cards.pin()).toHaveAccessibleDescription('Incorrect PIN!')
      await expect(cards.pin()).toHaveValue('')
      await expect(cards.pin()).toBeFocused()
    }
    await cards.enterPin('0000')
    const lock = /Card details are locked after 5 wrong PINs\. Try again in 1[45] minutes\./
    await expect(cards.dialog.getByText(lock)).toBeVisible()
    await expect(cards.pin()).toBeDisabled()
    // The server keeps the lock, so a reload does not end it.
    await page.reload()
    await cards.maskedCard('Visa ending 4207').click()
    await expect(cards.dialog.getByText(lock)).toBeVisible()
    await cards.dialog.getByRole('button', { name: 'Forgot your PIN? Set a new one' }).click()
    await expect(cards.pin('New PIN')).toBeFocused()
    await cards.setPin('1357', account.password)
    await expect(cards.revealedCard('4242 4242 4242 4207')).toBeVisible()
  })
})

test('CARD-05 the PIN is set and changed in the payment settings', async ({
  account,
  baseURL,
  cards,
  enter,
  page,
  request,
  shell,
}) => {
  await addCards(request, baseURL ?? '', account, VISA)
  await enter('/settings')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await cards.setPin(PIN, account.password, 'Set PIN')
  await expect(shell.toast('Card PIN set')).toBeVisible()
  await page.getByRole('button', { name: 'Change PIN' }).click()
  await cards.setPin('1357', account.password, 'Change PIN')
  await expect(shell.toast('Card PIN changed')).toBeVisible()
  await cards.closed()
  await page.goto('/cards')
  await cards.maskedCard('Visa ending 4207').click()
  await cards.enterPin(PIN)
  await expect(cards.pin()).toHaveAccessibleDescription('Incorrect PIN!')
  await cards.enterPin('1357')
  await expect(cards.revealedCard('4242 4242 4242 4207')).toBeVisible()
})

test('CARD-06 what cannot be loaded, added or deleted is told', async ({
  account,
  allow,
  baseURL,
  cards,
  enter,
  page,
  request,
  shell,
}) => {
  allow(/status of 500/)
  await addCards(request, baseURL ?? '', account, VISA)
  await page.clock.install()
  await page.route('**/api/cards?*', (route) => route.fulfill({ status: 500 }))
  await enter('/cards')
  await page.clock.runFor(10_000)
  await expect(page.getByRole('alert')).toContainText('Failed to load cards')
  await page.unroute('**/api/cards?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards.tiles).toHaveCount(1)

  await page.route('**/api/cards', (route) => route.fulfill({ status: 500 }))
  await cards.add.click()
  await cards.fill({ number: '4242424242424242', holder: 'Maya', expiry: '01/40', cvv: '123' })
  await cards.submit('Add Card').click()
  await expect(cards.dialog.getByRole('alert')).toHaveText('Failed to add card. Please try again.')
  await cards.submit('Cancel').click()

  await page.route('**/api/cards/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await cards.chooseAction('Visa ending 4207', 'Delete')
  await cards.question.getByRole('button', { name: 'Delete' }).click()
  await expect(shell.toast('Failed to delete card')).toBeVisible()
  await expect(cards.tiles).toHaveCount(1)
})

test('CARD-05 locking the screen forgets the PIN and the number', async ({
  account,
  baseURL,
  cards,
  enter,
  lock,
  page,
  request,
}) => {
  await addCards(request, baseURL ?? '', account, VISA)
  await setPin(request, baseURL ?? '', account)
  await page.clock.install()
  await enter('/cards')
  await cards.maskedCard('Visa ending 4207').click()
  await cards.enterPin(PIN)
  await expect(cards.revealedCard('4242 4242 4242 4207')).toBeVisible()
  await page.clock.fastForward('31:00')
  await lock.isShown()
  await expect(page.getByText('4242 4242 4242 4207')).toHaveCount(0)
})

test('CARD-01 the cards and their dialogs are accessible', async ({
  account,
  baseURL,
  cards,
  enter,
  expectAccessible,
  page,
  request,
  shell,
}) => {
  test.slow()
  await addCards(request, baseURL ?? '', account, VISA, MASTERCARD, AMEX, {
    type: 'discover',
    number: '6011111122229136',
  })
  await setPin(request, baseURL ?? '', account)
  await enter('/cards')
  await expect(cards.tiles).toHaveCount(4)
  await expectAccessible()
  await cards.add.click()
  await cards.field('Card number').fill('42')
  await cards.submit('Add Card').click()
  await expectAccessible()
  await shell.discard()
  await cards.closed()
  await cards.maskedCard('Visa ending 4207').click()
  await cards.enterPin('0000')
  await expect(cards.pin()).toHaveAccessibleDescription('Incorrect PIN!')
  await expectAccessible()
  await cards.dialog.getByRole('button', { name: /^Forgot your PIN/ }).click()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await cards.closed()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})
