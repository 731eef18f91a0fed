import { describe, expect, it } from 'vitest'
import { settle } from '../session/testing/world'
import { runInOneTab } from './one-tab'

/** A fake of the browser's lock manager: one holder at a time, the others wait in order. */
function testLocks() {
  let tail = Promise.resolve()
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void> | undefined) => {
      const turn = tail.then(() => (signal.aborted ? undefined : hold()))
      tail = turn.catch(() => {})
      return turn
    },
  }
}

function tab(log: string[], name: string, page: object) {
  const turn = { take: () => void log.push(`${name} takes`), leave: () => void log.push(`${name} leaves`) }
  return runInOneTab('live', turn, page as Window)
}

describe('one tab of many', () => {
  it('has its turn, and the next one when it is gone', async () => {
    const log: string[] = []
    const page = { navigator: { locks: testLocks() } }
    const closeFirst = tab(log, 'first', page)
    const closeSecond = tab(log, 'second', page)
    const closeThird = tab(log, 'third', page)
    await settle()
    expect(log).toEqual(['first takes'])
    // Closing a tab that only waited for the lock has no effect.
    closeSecond()
    closeFirst()
    await settle()
    expect(log).toEqual(['first takes', 'first leaves', 'third takes'])
    closeThird()
    expect(log.at(-1)).toBe('third leaves')
  })

  it('where there are no locks, a tab that is looked at has its turn', () => {
    const log: string[] = []
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    const close = tab(log, 'tab', { navigator: {}, document })
    const turnTo = (state: string) => {
      document.visibilityState = state
      document.dispatchEvent(new Event('visibilitychange'))
    }
    expect(log).toEqual([])
    turnTo('visible')
    turnTo('hidden')
    turnTo('visible')
    close()
    turnTo('hidden')
    expect(log).toEqual(['tab takes', 'tab leaves', 'tab takes', 'tab leaves'])
  })
})
