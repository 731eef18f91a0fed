// Browser tests against the real server in Debian's Chromium. The servers are started once per run
// (e2e/support/servers.ts), on ports they choose themselves, with data in a temporary folder.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Debian's builds of Chromium. The one without a window takes three quarters of the processor time of the other. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/servers.ts',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Browsers, servers and their jobs share the cores, and a busy moment may upset a test. CI runs a failed test once
  // more; retry-report names it, and fails the run where more than one test needed that.
  retries: process.env.CI ? 1 : 0,
  // A test spends a third of its time waiting, so there are more workers than cores.
  workers: Math.ceil(1.5 * availableParallelism()),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./e2e/support/retry-report.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // Recording a trace slows every test, so only the retry in CI is recorded. Use --trace on to record by hand.
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
