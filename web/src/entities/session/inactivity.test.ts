import { describe, expect, it } from 'vitest'
import { checkIntervalMs, idleStateAt, warningWindowMs } from './inactivity'

const MINUTE = 60_000

describe('inactivity', () => {
  it('is checked every 5 s for timeouts of 5 minutes or less, else every 10 s (LOCK-01)', () => {
    expect(checkIntervalMs(2 * MINUTE)).toBe(5_000)
    expect(checkIntervalMs(5 * MINUTE)).toBe(5_000)
    expect(checkIntervalMs(5 * MINUTE + 1)).toBe(10_000)
    expect(checkIntervalMs(120 * MINUTE)).toBe(10_000)
  })

  it('warns at the smaller of 30 s and a tenth of the timeout (LOCK-04)', () => {
    expect(warningWindowMs(2 * MINUTE)).toBe(12_000)
    expect(warningWindowMs(15 * MINUTE)).toBe(30_000)
    expect(warningWindowMs(120 * MINUTE)).toBe(30_000)
  })

  it.each([2, 15, 30, 60, 120])(
    'goes from quiet to warning to lock at a timeout of %i minutes (LOCK-01)',
    (minutes) => {
      const timeoutMs = minutes * MINUTE
      const at = (idleMs: number) =>
        idleStateAt({ now: idleMs, lastActivity: 0, timeoutMs, silentUntil: 0 }).kind
      const window = warningWindowMs(timeoutMs)
      expect(at(0)).toBe('quiet')
      expect(at(timeoutMs - window - 1)).toBe('quiet')
      expect(at(timeoutMs - window)).toBe('warn')
      expect(at(timeoutMs - 1)).toBe('warn')
      expect(at(timeoutMs)).toBe('lock')
    },
  )

  it('stays silent until told otherwise, but still locks (LOCK-04)', () => {
    const idle = { lastActivity: 0, timeoutMs: 2 * MINUTE, silentUntil: 2 * MINUTE + 10_000 }
    expect(idleStateAt({ ...idle, now: 2 * MINUTE - 1_000 }).kind).toBe('quiet')
    expect(idleStateAt({ ...idle, now: 2 * MINUTE }).kind).toBe('lock')
  })
})
