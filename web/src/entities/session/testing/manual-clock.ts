// A clock that moves only when a test says so, and runs due timers in order.
import type { Clock } from '../clock'

type Timer = { due: number; every: number | null; task: () => void }

type ManualClock = Clock & {
  /** Advances the clock; every timer that falls due runs at its own time. */
  pass: (ms: number) => void
  /** Moves the time of day without running timers, as when a laptop sleeps or its clock is set. */
  sleep: (ms: number) => void
}

export function manualClock(start = 1_700_000_000_000): ManualClock {
  // Timers count elapsed time; the time of day can be moved separately, as on a real computer.
  let passed = 0
  let day = start
  const timers = new Set<Timer>()

  const add = (timer: Timer) => {
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }

  const nextBefore = (end: number) =>
    [...timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0]

  return {
    now: () => day + passed,
    every: (ms, task) => add({ due: passed + ms, every: ms, task }),
    after: (ms, task) => add({ due: passed + ms, every: null, task }),
    pass(ms) {
      const end = passed + ms
      for (let timer = nextBefore(end); timer !== undefined; timer = nextBefore(end)) {
        passed = Math.max(passed, timer.due)
        if (timer.every === null) timers.delete(timer)
        else timer.due = passed + timer.every
        timer.task()
      }
      passed = end
    },
    sleep(ms) {
      day += ms
    },
  }
}
