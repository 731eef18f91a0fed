// Browser tests against the real server in Debian's Chromium. The servers are started once per run
// (e2e/support/servers.ts), on ports they choose themselves, with data in a temporary folder.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/servers.ts',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Two browsers, the servers and their jobs share two cores, and a busy moment may upset a test. CI runs a failed test
  // once more; retry-report names it, and fails the run where more than one test needed that.
  retries: process.env.CI ? 1 : 0,
  workers: 2,
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
      executablePath: process.env.LEDGERLINE_E2E_BROWSER ?? '/usr/bin/chromium',
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
