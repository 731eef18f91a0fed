// The producer profile: view, edit, save with the password, links, photo.
import { call } from '../../support/account'
import { picture } from '../../support/picture'
import { expect, test } from '../../support/test'

test('PROF-01 the profile shows its fields with their defaults', { tag: '@core' }, async ({
  account,
  enter,
  page,
  profile,
}) => {
  await enter('/profile')
  await expect(page.getByRole('heading', { name: 'Maya Okafor' })).toBeVisible()
  await expect(page.getByText(account.email)).toBeVisible()
  await expect(page.getByText(/Professional music producer/)).toBeVisible()
  await profile.startEditing()
  await expect(profile.field('First name')).toHaveValue('Maya')
  await expect(profile.field('First name')).toBeFocused()
  await expect(profile.field('Last name')).toHaveValue('Okafor')
  await expect(profile.field('Email')).toHaveValue(account.email)
  await expect(profile.field('Phone')).toHaveValue('')
  await expect(profile.field('Location')).toHaveValue('')
  await expect(profile.field('Specialty')).toHaveValue('Music Producer')
  await expect(profile.field('Experience')).toHaveValue('')
  await expect(profile.field('Bio')).toHaveValue(/Professional music producer/)
})

test('PROF-01 Cancel leaves everything as it was', async ({ enter, page, profile }) => {
  await enter('/profile')
  await profile.startEditing()
  await profile.field('First name').fill('Somebody')
  await profile.cancel.click()
  await expect(page.getByRole('heading', { name: 'Maya Okafor' })).toBeVisible()
  await profile.startEditing()
  await expect(profile.field('First name')).toHaveValue('Maya')
})

test('PROF-02 PROF-04 Save Changes asks for the password and leaves edit mode', { tag: '@core' }, async ({
  account,
  enter,
  page,
  profile,
  shell,
}) => {
  await enter('/profile')
  await profile.startEditing()
  await profile.field('Last name').fill('Adaeze Okafor')
  await profile.field('Phone').fill('+234 1 555 0100')
  await profile.field('Location').fill('Lagos')
  await profile.save.click()
  await expect(profile.confirm).toBeDisabled()
  await profile.currentPassword.fill('   ')
  await expect(profile.confirm).toBeDisabled()
  await profile.currentPassword.fill('wrong-password')
  await profile.confirm.click()
  await expect(profile.dialog.getByText('Current password is incorrect')).toBeVisible()
  await expect(profile.currentPassword).toHaveValue('')
  const sent = page.waitForRequest('**/api/users/profile')
  await profile.currentPassword.fill(account.password)
  await profile.confirm.click()
  expect((await sent).postDataJSON()).toEqual({
    name: 'Maya Adaeze Okafor',
    phone: '+234 1 555 0100',
    location: 'Lagos',
    currentPassword: account.password,
  })
  await expect(shell.toast('Profile updated successfully!')).toBeVisible()
  await expect(profile.edit).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Maya Adaeze Okafor' })).toBeVisible()
  await expect(shell.userMenu).toContainText('Maya Adaeze Okafor')
  await page.reload()
  await expect(page.getByText('Lagos')).toBeVisible()
})

test('PROF-02 what is wrong is said at the field, here or by the server', async ({
  account,
  baseURL,
  enter,
  page,
  profile,
  request,
}) => {
  const { createAccount } = await import('../../support/account')
  const other = await createAccount(request, baseURL ?? '')
  await enter('/profile')
  await profile.startEditing()
  await profile.field('First name').fill('')
  await profile.field('Spotify').fill('http://open.spotify.com/artist/1')
  await profile.save.click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Please enter a Spotify link that starts with https://')).toBeVisible()
  await expect(profile.field('First name')).toBeFocused()
  await profile.field('First name').fill('Maya')
  await profile.field('Spotify').fill('')
  await profile.field('Email').fill(other.email)
  await profile.saveWith(account.password)
  await expect(page.getByText('An account with this email already exists').first()).toBeVisible()
  await expect(profile.save).toBeVisible()
})

test('PROF-02 a failure without a sentence, and no answer at all', async ({
  account,
  allow,
  enter,
  page,
  profile,
  shell,
}) => {
  allow(/status of 500|ERR_FAILED/)
  await enter('/profile')
  await profile.startEditing()
  await page.route('**/api/users/profile', (route) => route.fulfill({ status: 500 }))
  await profile.saveWith(account.password)
  await expect(shell.toast('Failed to update profile')).toBeVisible()
  await page.unroute('**/api/users/profile')
  await page.route('**/api/users/profile', (route) => route.abort())
  await profile.saveWith(account.password)
  await expect(shell.toast('An error occurred while updating profile')).toBeVisible()
})

test('PROF-05 platform links are kept and open from the sidebar', async ({
  account,
  enter,
  profile,
  shell,
}) => {
  await enter('/profile')
  await profile.startEditing()
  await profile.field('Spotify').fill('https://open.spotify.com/artist/1')
  await profile.saveWith(account.password)
  await expect(shell.toast('Profile updated successfully!')).toBeVisible()
  const link = shell.sidebar.getByRole('link', { name: /Spotify/ })
  await expect(link).toHaveAttribute('href', 'https://open.spotify.com/artist/1')
  await expect(link).toHaveAttribute('rel', /noopener/)
})

test('GUARD-01 a photo larger than the server decodes is scaled down before it is sent', async ({
  enter,
  page,
  profile,
  shell,
}) => {
  await enter('/profile')
  await page.locator('input[type=file]').setInputFiles({
    name: 'phone.png',
    mimeType: 'image/png',
    buffer: picture(6000, 4500),
  })
  await profile.dialog.getByRole('button', { name: 'Save Photo' }).click()
  await expect(shell.toast('Photo updated')).toBeVisible()
})

test('PROF-05 a photo is chosen, cropped by keyboard, shown in the top bar and removed', {
  tag: '@core',
}, async ({ account, baseURL, enter, page, profile, request, shell }) => {
  await enter('/profile')
  await page.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: picture(320, 200),
  })
  const crop = profile.dialog.getByRole('application', { name: 'Crop area' })
  await crop.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowRight')
  await expect(profile.dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.1')
  await profile.dialog.getByRole('button', { name: 'Save Photo' }).click()
  await expect(shell.toast('Photo updated')).toBeVisible()
  await expect(profile.dialog).toHaveCount(0)
  await expect(shell.userMenu.locator('img')).toHaveAttribute('src', /^blob:/)
  const width = () => shell.userMenu.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(256)
  const me = await call(request, baseURL ?? '', account.token, 'GET', '/auth/me')
  expect((await me.json()).user.avatar).toMatch(/^\/api\/users\/avatar\?v=/)

  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove photo' }).click()
  await expect(shell.toast('Photo removed')).toBeVisible()
  await expect(shell.userMenu.locator('img')).toHaveCount(0)
  await expect(shell.userMenu).toContainText('MO')
})

test('PROF-05 a file that is no image is refused with a sentence', async ({
  enter,
  page,
  profile,
  shell,
}) => {
  await enter('/profile')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(shell.toast('Please choose a PNG, JPEG or WebP image')).toBeVisible()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(shell.toast("We couldn't read this image")).toBeVisible()
  await expect(profile.dialog).toHaveCount(0)
})
