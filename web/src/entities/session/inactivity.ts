// Computes from times when an idle session warns and when it locks. It reads no clock itself.
import { SESSION } from '@/shared/config/limits'

type IdleTimes = {
  now: number
  lastActivity: number
  timeoutMs: number
  /** Until this time no warning is shown, because the person has just extended the session or dismissed a warning. */
  silentUntil: number
}

type IdleState =
  | { kind: 'quiet' }
  | { kind: 'warn'; remainingMs: number; windowMs: number }
  | { kind: 'lock' }

export function warningWindowMs(timeoutMs: number): number {
  return Math.min(SESSION.warningMaxMs, timeoutMs * SESSION.warningShare)
}

export function checkIntervalMs(timeoutMs: number): number {
  return timeoutMs <= SESSION.shortTimeoutMs ? SESSION.shortCheckIntervalMs : SESSION.longCheckIntervalMs
}

export function idleStateAt({ now, lastActivity, timeoutMs, silentUntil }: IdleTimes): IdleState {
  const remainingMs = timeoutMs - (now - lastActivity)
  if (remainingMs <= 0) return { kind: 'lock' }
  const windowMs = warningWindowMs(timeoutMs)
  if (remainingMs > windowMs || now < silentUntil) return { kind: 'quiet' }
  return { kind: 'warn', remainingMs, windowMs }
}
