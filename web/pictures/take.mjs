// Takes the README's pictures: starts the demo, signs in, and photographs a few screens in the three themes.
// One folder is given on the command line; what is in it under the same names is replaced.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openBrowser, startDemo } from '../bench/demo.mjs'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Of WebP: lower shows in the small print, higher doubles the files. */
const QUALITY = 82

/**
 * What is taken, each in a browser of its own; `reach` goes where an address alone does not lead, and a path that has to be
 * made first is a function.
 */
const SHOTS = [
  { name: 'sign-in', theme: 'glassmorphism', path: '/login', signedOut: true, shows: 'Ledgerline' },
  { name: 'dashboard', theme: 'light', path: '/', shows: 'Dashboard' },
  { name: 'analytics', theme: 'dark', path: '/applications', shows: 'Analytics' },
  { name: 'library', theme: 'glassmorphism', path: '/documents', shows: 'Beat Library', reach: playFirst },
  { name: 'finances', theme: 'light', path: '/my-account', shows: 'Finances' },
  { name: 'settings', theme: 'dark', path: '/settings', shows: 'Settings' },
  { name: 'phone', theme: 'light', path: '/', shows: 'Dashboard', view: PHONE, scale: 2 },
  { name: 'share', signedOut: true, path: share, shows: 'For the winter EP', view: PHONE, scale: 2 },
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
    const bytes = await take(demo.url, token, { ...shot, path })
    await writeFile(join(folder, `${shot.name}.webp`), bytes)
    process.stdout.write(`${shot.name}.webp  ${Math.round(bytes.length / 1000)} kB\n`)
  }
} finally {
  await browser.close()
  await demo.stop()
}

async function take(url, token, { theme, path, shows, reach, signedOut, view = DESK, scale = 1 }) {
  const context = await browser.newContext({
    viewport: view,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  // Before the first script of the page, so that it opens in the theme and signed in.
  await context.addInitScript(
    ([kept, chosen]) => {
      if (kept) localStorage.setItem('ledgerline.token', kept)
      if (chosen) localStorage.setItem('ledgerline.theme', chosen)
    },
    [signedOut ? null : token, theme ?? null],
  )
  const page = await context.newPage()
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1, name: shows }).waitFor()
  await settled(page)
  if (reach) {
    await reach(page)
    await settled(page)
  }
  const camera = await context.newCDPSession(page)
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await context.close()
  return Buffer.from(data, 'base64')
}

/** Nothing is on its way any more: parts of the page, figures, fonts, pictures. */
async function settled(page) {
  // The stream of news never ends, so the network as a whole is never idle.
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
  // Aside, so that the list is seen behind it.
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

/** A second card beside the one the demo has, so that the picture shows two. */
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

/** Shares a few beats and waits until their previews can be heard; the path of the link. */
async function share({ url }, token) {
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
