// Takes the README's pictures: starts the demo, signs in, and photographs a few screens in the three themes.
// The command line names the folder; files with the same names in it are replaced.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openBrowser, startDemo } from '../bench/demo.mjs'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** The WebP quality: with a lower one small text gets blurred, a higher one doubles the size of the files. */
const QUALITY = 82

/**
 * The pictures, each taken in a browser context of its own. `reach` prepares a state that has no address; `path` is a
 * function where the page must be created first.
 */
const SHOTS = [
  { name: 'sign-in', theme: 'glassmorphism', path: '/login', signedOut: true, shows: 'Ledgerline' },
  { name: 'dashboard', theme: 'light', path: '/', shows: 'Dashboard' },
  { name: 'analytics', theme: 'dark', path: '/applications', shows: 'Analytics' },
  { name: 'library', theme: 'glassmorphism', path: '/documents', shows: 'Beat Library', reach: playFirst },
  { name: 'finances', theme: 'light', path: '/my-account', shows: 'Finances' },
  { name: 'settings', theme: 'dark', path: '/settings', shows: 'Settings' },
  { name: 'phone', theme: 'light', path: '/', shows: 'Dashboard', view: PHONE, scale: 2 },
  { name: 'share', signedOut: true, path: shareBeats, shows: 'For the winter EP', view: PHONE, scale: 2 },
]

const folder = resolve(process.argv[2] ?? '../docs/pictures')
await mkdir(folder, { recursive: true })
const demo = await startDemo('--rate-limit', 'off')
const browser = await openBrowser()
try {
  const token = await signIn(demo)
  await addCard(demo, token)
  for (const shot of SHOTS) {
    const path = typeof shot.path === 'string' ? shot.path : await shot.path(demo, token)
    const bytes = await takePicture(demo.url, token, { ...shot, path })
    await writeFile(join(folder, `${shot.name}.webp`), bytes)
    process.stdout.write(`${shot.name}.webp  ${Math.round(bytes.length / 1000)} kB\n`)
  }
} finally {
  await browser.close()
  await demo.stop()
}

async function takePicture(url, token, { theme, path, shows, reach, signedOut, view = DESK, scale = 1 }) {
  const context = await browser.newContext({
    viewport: view,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  // Runs before the first script of the page, so that the page opens signed in and in the theme.
  await context.addInitScript(
    ([storedToken, storedTheme]) => {
      if (storedToken) localStorage.setItem('ledgerline.token', storedToken)
      if (storedTheme) localStorage.setItem('ledgerline.theme', storedTheme)
    },
    [signedOut ? null : token, theme ?? null],
  )
  const page = await context.newPage()
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1, name: shows }).waitFor()
  await waitUntilSettled(page)
  if (reach) {
    await reach(page)
    await waitUntilSettled(page)
  }
  const camera = await context.newCDPSession(page)
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await context.close()
  return Buffer.from(data, 'base64')
}

/** Waits until the page has loaded everything: code, figures, fonts and pictures. */
async function waitUntilSettled(page) {
  // The event stream never ends, so the network as a whole is never idle.
  await page.waitForFunction(() => {
    const last = Math.max(...performance.getEntriesByType('resource').map((entry) => entry.responseEnd))
    return performance.now() - last > 1_500
  })
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .animate-breathe') === null)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
}

async function playFirst(page) {
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await page.getByRole('slider', { name: 'Seek' }).waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByText('Loading media...').waitFor({ state: 'hidden' })
  // Drags the player window aside, so that the list behind it is visible.
  const bar = await page.getByRole('dialog').boundingBox()
  if (bar) {
    await page.mouse.move(bar.x + 300, bar.y + 20)
    await page.mouse.down()
    await page.mouse.move(bar.x + 300 + 260, bar.y + 20 + 130, { steps: 8 })
    await page.mouse.up()
  }
}

async function signIn({ url, email, password }) {
  return (await call(url, 'POST', '/auth/login', { email, password })).token
}

/** Adds a second card beside the one that the demo has, so that the picture shows two. */
async function addCard({ url }, token) {
  const card = {
    type: 'Mastercard',
    number: '5555555555554444',
    expiry_month: '03',
    expiry_year: '2032',
    holder_name: 'MAYA OKAFOR',
    cvv: '123',
    is_default: false,
  }
  await call(url, 'POST', '/cards', card, token)
}

/** Shares a few beats, waits until their previews are ready, and returns the path of the link. */
async function shareBeats({ url }, token) {
  const { documents } = await call(url, 'GET', '/documents?category=beat&status=Available', undefined, token)
  const beats = documents.slice(0, 4).map((beat) => beat.id)
  const { share: made } = await call(
    url,
    'POST',
    '/shares',
    {
      title: 'For the winter EP',
      message: 'Ade, here is what came out of last week. The second one is yours if you want it.',
      beats,
      recipients: [{ name: 'Ade Balogun' }],
      shows_prices: true,
      takes_messages: true,
    },
    token,
  )
  for (const beat of beats) {
    while ((await call(url, 'GET', `/documents/${beat}/preview`, undefined, token)).state === 'pending')
      await new Promise((done) => setTimeout(done, 200))
  }
  return new URL(made.links[0].address).pathname
}

async function call(url, method, path, body, token) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
