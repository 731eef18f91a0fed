// Browser tests against the real server in Debian's Chromium. The servers are started once per run
// (e2e/support/servers.ts), on ports they choose themselves, with data in a temporary folder.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { scaled } from './e2e/support/load'

/** Debian's builds of Chromium. The one without a window takes three quarters of the processor time of the other. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/servers.ts',
  outputDir: './test-results',
  fullyParallel: true,
  // One test by name: --grep, or its file and line.
  forbidOnly: true,
  // A test that needs a second try is a defect. With RETRIES=1, as in CI, it gets one all the same, and rerun-report
  // names it, so that one does not hide what else the run finds.
  retries: process.env.RETRIES === '1' ? 1 : 0,
  // A test spends a third of its time waiting, so there are more workers than cores.
  workers: Math.ceil(1.5 * availableParallelism()),
  // Generous, because the load may rise during the run; a test that passes never waits for a limit. Clicks and
  // navigations have no limit but the test's own.
  timeout: scaled(180_000),
  expect: { timeout: scaled(30_000) },
  reporter: [['list'], ['./e2e/support/rerun-report.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // Recording a trace slows every test, so only a second try is recorded. Use --trace on to record by hand.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.LEDGERLINE_E2E_BROWSER ?? BROWSERS.find(existsSync),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
