// A Playwright reporter that names every test that passed only on its retry, and fails the run if more than one did.
// One slow moment of the machine is tolerated, a suite that often needs retries is not.
import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'

const MOST_RETRIED = 1

export default class RetryReport implements Reporter {
  private readonly retried = new Map<string, string>()

  onTestEnd(test: TestCase) {
    if (test.outcome() === 'flaky') this.retried.set(test.id, nameOf(test))
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const names = [...this.retried.values()]
    if (names.length === 0) return { status }
    const list = names.map((name) => `  ${name}\n`).join('')
    process.stdout.write(`\nPassed only on the second try:\n${list}`)
    if (names.length <= MOST_RETRIED) return { status }
    process.stdout.write(
      `The run fails: ${names.length} tests needed a second try, at most ${MOST_RETRIED} may.\n`,
    )
    return { status: status === 'passed' ? 'failed' : status }
  }
}

function nameOf({ location, title }: TestCase): string {
  return `${location.file}:${location.line} ${title}`
}
