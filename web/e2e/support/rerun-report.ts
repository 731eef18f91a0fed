// A Playwright reporter that says at the end of a run how to run each failed test alone, and names every test that
// passed only on its second try (playwright.config.ts). It fails a run in which more than one test needed one: a
// slow moment of the machine is tolerated, a suite that often needs retries is not. Where the environment variable
// FLAKY_FILE names a file, it gets one line for each of these tests.
import { appendFileSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'

const MOST_RETRIED = 1

export default class RerunReport implements Reporter {
  private folder = ''
  private suite: Suite | null = null

  onBegin(config: FullConfig, suite: Suite) {
    this.folder = dirname(config.configFile ?? '')
    this.suite = suite
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const tests = this.suite?.allTests() ?? []
    const retried = tests.filter((test) => test.outcome() === 'flaky')
    const failed = tests.filter((test) => test.outcome() === 'unexpected')
    if (retried.length > 0) this.reportRetried(retried)
    for (const test of failed) {
      process.stdout.write(
        `run it alone: make target/debug/ledgerline && (cd web && npx playwright test ${this.placeOf(test)})\n`,
      )
    }
    return { status: status === 'passed' && retried.length > MOST_RETRIED ? 'failed' : status }
  }

  private reportRetried(retried: TestCase[]) {
    const names = retried.map((test) => `${this.placeOf(test)} ${test.title}`)
    process.stdout.write(`\nPassed only on the second try:\n${names.map((name) => `  ${name}\n`).join('')}`)
    if (names.length > MOST_RETRIED) {
      process.stdout.write(
        `The run fails: ${names.length} tests needed a second try, at most ${MOST_RETRIED} may.\n`,
      )
    }
    const { FLAKY_FILE } = process.env
    if (FLAKY_FILE) appendFileSync(FLAKY_FILE, names.map((name) => `browser: ${name}\n`).join(''))
  }

  /** The file, relative to the web folder, and the line of a test. */
  private placeOf({ location }: TestCase): string {
    return `${relative(this.folder, location.file).replaceAll(sep, '/')}:${location.line}`
  }
}
