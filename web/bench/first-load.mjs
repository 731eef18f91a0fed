// Measures what a first visit loads: the brotli-compressed JavaScript that Chromium fetches until the sign-in screen is
// shown, and until the shell with the dashboard's figures is shown. The scripts that are prefetched afterwards, while
// the page is idle, are printed on a line of their own. Part of `make bench`.
import { openBrowser, startDemo } from './demo.mjs'

const GOALS = { 'sign-in screen': 115, 'shell with dashboard': 165 }

const { url, email, password, stop } = await startDemo()
const browser = await openBrowser()
try {
  const visitor = await browser.newContext()
  const page = await visitor.newPage()
  // The event stream never ends, so with it the network would never become idle.
  await visitor.route('**/api/events', (route) => route.abort())
  const signIn = recordScripts(page)
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  await report(page, 'sign-in screen', signIn)

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  // A signed-in visitor with an empty browser cache.
  const returning = await browser.newContext({ storageState: await visitor.storageState() })
  await returning.route('**/api/events', (route) => route.abort())
  const dashboard = await returning.newPage()
  const shell = recordScripts(dashboard)
  await dashboard.goto(url)
  // The legend of the revenue chart appears together with the figures.
  await dashboard.getByText('Last 12 months').waitFor()
  await report(dashboard, 'shell with dashboard', shell)
} finally {
  await browser.close()
  await stop()
}

function recordScripts(page) {
  const requests = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requests.push(request)
  })
  return requests
}

/** Prints the size of the scripts. Call it when the screen is shown: scripts requested by then count as part of it. */
async function report(page, what, requests) {
  const countWhenShown = requests.length
  await page.waitForLoadState('networkidle')
  const needed = await kilobytesOf(requests.slice(0, countWhenShown))
  const ahead = await kilobytesOf(requests.slice(countWhenShown))
  const goal = GOALS[what]
  const verdict = needed <= goal ? 'met' : 'MISSED'
  process.stdout.write(`First load, ${what}: ${needed.toFixed(1)} kB of JS  ≤ ${goal} kB ${verdict}\n`)
  process.stdout.write(`  fetched ahead when idle: ${ahead.toFixed(1)} kB of JS\n`)
}

async function kilobytesOf(requests) {
  let bytes = 0
  for (const request of requests) {
    const response = await request.response()
    const headers = await response.allHeaders()
    const encoding = headers['content-encoding']
    const length = Number(headers['content-length'])
    // Files of about a hundred bytes are sent uncompressed.
    const isTiny = encoding === undefined && length < 200
    if (encoding !== 'br' && !isTiny) throw new Error(`${request.url()} came as ${encoding}, not as brotli`)
    bytes += length
  }
  return bytes / 1000
}
