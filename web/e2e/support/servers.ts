// Starts the servers of a test run and stops them afterwards. PLAIN has rate limits off, so that tests may sign in
// often; STRICT has them on, for tests about limits. On both, accounts start empty; FURNISHED gives new accounts
// sample data. On INVITED sign-up needs an invitation. MAILING has a mail server, so that it confirms addresses; its
// mails end up in the same kind of folder as the others', and strangers see its producers' pages.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { scaled } from './load'
import { type MailServer, startMailServer } from './mail-server'

const BINARY =
  process.env.LEDGERLINE_E2E_BINARY ?? resolve(import.meta.dirname, '../../../target/debug/ledgerline')
const START_LIMIT_MS = scaled(60_000)

export const PLAIN_URL = 'LEDGERLINE_E2E_URL'
export const STRICT_URL = 'LEDGERLINE_E2E_STRICT_URL'
/** The environment variable with the data folder of the server at a URL, for journeys that read its mail. */
export const dataOf = (url: string) => `LEDGERLINE_E2E_DATA_${new URL(url).port}`
export const FURNISHED_URL = 'LEDGERLINE_E2E_FURNISHED_URL'
export const INVITED_URL = 'LEDGERLINE_E2E_INVITED_URL'
export const MAILING_URL = 'LEDGERLINE_E2E_MAILING_URL'

/** The support address of the MAILING server, to which its public pages send reports. */
export const SUPPORT_EMAIL = 'help@ledgerline.example'

/** Runs an operator command on the data of the server at a URL, and returns its output. */
export async function operator(url: string, ...words: string[]): Promise<string> {
  const data = process.env[dataOf(url)]
  if (!data) throw new Error(`the server at ${url} was not started by this run`)
  const { stdout } = await promisify(execFile)(BINARY, ['user', ...words, '--data-dir', data])
  return stdout
}

type RunningServer = { url: string; data: string; stop: () => Promise<void> }

export default async function startServers() {
  // A URL in the environment variable makes the run use a server that is already running.
  const running: RunningServer[] = []
  for (const [variable, limits, samples, signups] of [
    [PLAIN_URL, 'off', 'off', 'on'],
    [STRICT_URL, 'on', 'off', 'on'],
    [FURNISHED_URL, 'off', 'on', 'on'],
    [INVITED_URL, 'off', 'off', 'invite'],
    [MAILING_URL, 'off', 'off', 'on'],
  ] as const) {
    if (process.env[variable]) continue
    const server = await start(limits, samples, signups, variable === MAILING_URL)
    running.push(server)
    process.env[variable] = server.url
    process.env[dataOf(server.url)] = server.data
  }
  return async () => {
    await Promise.all(running.map((server) => server.stop()))
  }
}

/** A server of one test, which can be stopped and started again at the same address with the same data. */
export async function startStoppable() {
  const data = await mkdtemp(join(tmpdir(), 'ledgerline-e2e-'))
  let child = run(data, '127.0.0.1:0', ['--rate-limit', 'off', '--sample-data', 'off'])
  const url = await listeningUrl(child)
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
  }
  return {
    url,
    stop,
    async startAgain() {
      child = run(data, new URL(url).host, ['--rate-limit', 'off', '--sample-data', 'off'])
      await listeningUrl(child)
    },
    async remove() {
      await stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

function run(data: string, listen: string, options: string[]): ChildProcess {
  return spawn(
    BINARY,
    ['serve', '--listen', listen, '--data-dir', data, '--log', 'info', '--log-format', 'json', ...options],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

async function start(
  limits: 'on' | 'off',
  samples: 'on' | 'off',
  signups: 'on' | 'invite',
  mails: boolean,
): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'ledgerline-e2e-'))
  const mail: MailServer | null = mails ? await startMailServer(join(data, 'outbox')) : null
  const child = run(data, '127.0.0.1:0', [
    '--rate-limit',
    limits,
    '--sample-data',
    samples,
    '--signups',
    signups,
    ...(mail === null
      ? []
      : ['--smtp-url', mail.url, '--public-pages', 'all', '--support-email', SUPPORT_EMAIL]),
  ])
  const url = await listeningUrl(child)
  return {
    url,
    data,
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((done) => child.once('exit', done))
      await mail?.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Reads the address from the server's own log. */
function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let seen = ''
    const timer = setTimeout(() => failed(new Error(`the server did not start:\n${seen}`)), START_LIMIT_MS)
    const read = (chunk: Buffer) => {
      seen += chunk.toString()
      const match = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(seen)
      if (match === null) return
      clearTimeout(timer)
      found(match[0])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', failed)
    child.once('exit', (code) => failed(new Error(`the server exited with ${code}:\n${seen}`)))
  })
}
