// How busy the machine is, as a factor for every time limit of the browser tests. Builds, other test suites and the
// tests' own browsers share the cores, and a limit that fits an idle machine would fail tests on a busy one.
import { availableParallelism, loadavg } from 'node:os'

/** Passes the factor on to Playwright's worker processes, which would otherwise measure the load of the run itself. */
const VARIABLE = 'LEDGERLINE_E2E_LOAD'
const MOST = 12

function measuredFactor(): number {
  const [lastMinute = 0] = loadavg()
  return Math.min(MOST, Math.max(1, lastMinute / availableParallelism()))
}

process.env[VARIABLE] ??= measuredFactor().toFixed(1)

/** 1 on a machine with cores to spare at the start of the run, and up to 12 the more processes share each core. */
export const LOAD_FACTOR = Number(process.env[VARIABLE])

/** A time limit of an idle machine, in milliseconds, as long as this machine needs it. */
export const scaled = (limitMs: number): number => Math.round(limitMs * LOAD_FACTOR)
