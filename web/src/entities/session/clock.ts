// The clock of the session. It is injected, so that a test decides when two minutes have passed.

export type Clock = {
  now: () => number
  /** Runs the task repeatedly until the returned function is called. */
  every: (ms: number, task: () => void) => () => void
  /** Runs the task once, unless the returned function is called before. */
  after: (ms: number, task: () => void) => () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  every: (ms, task) => {
    const timer = setInterval(task, ms)
    return () => clearInterval(timer)
  },
  after: (ms, task) => {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
