// How long a video of 200 MB takes to show its first picture, from the press of its play button in the library,
// and how much of it has come by then. Part of `make bench`.
import { execFileSync } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser, startDemo } from './demo.mjs'

const GOALS = { ms: 500, mb: 5 }
const SIZE = 200 * 1024 * 1024
const ROUNDS = 5

const { url, email, password, folder, stop } = await startDemo('--max-video-mb', '260')
const browser = await openBrowser()
try {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = await login.json()
  for (const kind of ['mp4', 'webm']) {
    const file = await createVideo(kind)
    const title = `First frame ${kind}`
    const form = new FormData()
    form.set('document', await openAsBlob(file, { type: `video/${kind}` }), `long.${kind}`)
    form.set('title', title)
    const headers = { Authorization: `Bearer ${token}` }
    const sent = await fetch(`${url}/api/documents/upload`, { method: 'POST', headers, body: form })
    if (sent.status !== 201) throw new Error(await sent.text())
    await waitForAnalysis(url, token)
    const times = []
    const loads = []
    for (let round = 0; round < ROUNDS; round++) {
      const { ms, bytes } = await measureFirstFrame(url, token, title)
      times.push(ms)
      loads.push(bytes / 1024 / 1024)
    }
    printResult(`${kind}: first picture after`, median(times), GOALS.ms, 'ms')
    printResult(`${kind}: loaded by then`, median(loads), GOALS.mb, 'MB')
  }
} finally {
  await browser.close()
  await stop()
}

/** A video file: a short clip, encoded once and repeated until it is large enough. */
async function createVideo(kind) {
  const [short, long] = [join(folder, `short.${kind}`), join(folder, `long.${kind}`)]
  const codec =
    kind === 'mp4'
      ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '20M', '-pix_fmt', 'yuv420p']
      : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '20M']
  const noisy = 'testsrc2=size=1280x720:rate=30,noise=alls=40:allf=t'
  ffmpeg('-f', 'lavfi', '-i', noisy, '-t', '8', '-g', '60', ...codec, short)
  const times = Math.ceil(SIZE / (await stat(short)).size)
  // The file's index is at the end, as ffmpeg writes it by default.
  ffmpeg('-stream_loop', String(times), '-i', short, '-c', 'copy', '-fs', String(SIZE), long)
  return long
}

function ffmpeg(...line) {
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...line])
}

/** Waits until the server has analyzed every upload, because the analysis would slow down what is measured. */
async function waitForAnalysis(url, token) {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/api/documents?limit=200`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { documents } = await answer.json()
    if (documents.every((one) => one.analysis !== 'pending')) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the analysis does not end')
}

/** Plays a video in a browser with an empty cache. Returns the time to its first frame and the bytes loaded by then. */
async function measureFirstFrame(url, token, title) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate((text) => localStorage.setItem('ledgerline.token', text), token)
  await page.goto(`${url}/documents`)
  const button = page.getByRole('button', { name: `Play ${title}` })
  await button.waitFor()
  // The event stream never ends, so the network is never idle; everything else has loaded after this pause.
  await page.waitForTimeout(1500)
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  let bytes = 0
  wire.on('Network.dataReceived', ({ encodedDataLength, dataLength }) => {
    bytes += encodedDataLength || dataLength
  })
  const ms = await button.evaluate(
    (element) =>
      new Promise((resolve) => {
        const begun = performance.now()
        const watch = new MutationObserver(() => {
          const video = document.querySelector('video')
          if (video === null) return
          watch.disconnect()
          video.requestVideoFrameCallback(() => resolve(performance.now() - begun))
        })
        watch.observe(document.body, { childList: true, subtree: true })
        element.click()
      }),
  )
  const loaded = bytes
  await context.close()
  return { ms, bytes: loaded }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function printResult(what, value, goal, unit) {
  const verdict = value <= goal ? 'met' : 'MISSED'
  process.stdout.write(
    `Video of 200 MB, ${what}: ${value.toFixed(1)} ${unit}  ≤ ${goal} ${unit} ${verdict}\n`,
  )
}
