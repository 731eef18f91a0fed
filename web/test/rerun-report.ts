// A Vitest reporter that says at the end of a run how to run each failed test alone.
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export default class RerunReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      for (const test of module.children.allTests('failed')) print(`${file} -t "${patternOf(test)}"`)
      // A file that cannot be loaded has no tests.
      if (module.errors().length > 0) print(file)
    }
  }
}

function print(words: string) {
  process.stdout.write(`run it alone: (cd web && npx vitest run ${words})\n`)
}

/** The full name of a test as a regular expression, for a shell's double quotes. */
function patternOf(test: TestCase): string {
  const name = test.fullName.replaceAll(' > ', ' ')
  return `^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`.replace(/[\\"$`]/g, '\\$&')
}
