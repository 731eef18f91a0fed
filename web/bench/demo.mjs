// Starts the release build as `ledgerline demo` with a data folder of its own, and a browser to open it with.
// The environment variable `LEDGERLINE_BIN` names another build.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'

const BINARY = resolve(
  process.env.LEDGERLINE_BIN ?? join(import.meta.dirname, '../../target/release/ledgerline'),
)

/** Returns the address and the demo user's credentials. Stopping it removes `folder`. */
export async function startDemo(...flags) {
  const folder = await mkdtemp(join(tmpdir(), 'ledgerline-bench-'))
  const line = ['demo', '--listen', '127.0.0.1:0', '--data-dir', join(folder, 'data'), '--log', 'warn']
  const child = spawn(BINARY, [...line, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  // A script that fails before it stops the server must not leave the server running.
  process.once('exit', () => child.kill('SIGTERM'))
  const stop = async () => {
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
    await rm(folder, { recursive: true, force: true })
  }
  return { ...(await introduction(child)), folder, stop }
}

export function openBrowser() {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

function introduction(child) {
  return new Promise((found, failed) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const url = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(output)
      const person = /Sign in as (\S+) with the password (\S+)/.exec(output)
      if (url && person) found({ url: url[0], email: person[1], password: person[2] })
    })
    child.once('exit', (code) => failed(new Error(`the server exited with ${code}`)))
  })
}
