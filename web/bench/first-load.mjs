// What a first visit loads: the JavaScript and CSS that Chromium fetches, brotli-compressed, for the sign-in screen
// and then for the shell with the dashboard. Part of `make bench`.
import { openBrowser, startDemo } from './demo.mjs'

const GOALS = { 'sign-in screen': 115, 'shell with dashboard': 160 }

const { url, email, password, stop } = await startDemo()
const browser = await openBrowser()
try {
  const visitor = await browser.newContext()
  const page = await visitor.newPage()
  // A stream that never ends would keep the network from ever being idle.
  await visitor.route('**/api/events', (route) => route.abort())
  const signIn = recordTransfers(page)
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  await page.waitForLoadState('networkidle')
  await print('sign-in screen', signIn)

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  // Someone signed in whose browser has cached nothing.
  const returning = await browser.newContext({ storageState: await visitor.storageState() })
  await returning.route('**/api/events', (route) => route.abort())
  const dashboard = await returning.newPage()
  const shell = recordTransfers(dashboard)
  await dashboard.goto(url)
  await dashboard.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await dashboard.waitForLoadState('networkidle')
  await print('shell with dashboard', shell)
} finally {
  await browser.close()
  await stop()
}

function recordTransfers(page) {
  const requests = []
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType())) requests.push(request)
  })
  return requests
}

async function print(what, requests) {
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
  const kilobytes = bytes / 1000
  const goal = GOALS[what]
  const verdict = kilobytes <= goal ? 'met' : 'MISSED'
  const measured = `${kilobytes.toFixed(1)} kB of JS and CSS`
  process.stdout.write(`First load, ${what}: ${measured}  ≤ ${goal} kB ${verdict}\n`)
}
