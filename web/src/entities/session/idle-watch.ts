// Watches for inactivity while someone is signed in: counts activity events, shares them between tabs, raises the
// warning, locks, and keeps the server's session alive with a heartbeat.
import { SESSION, STORAGE_KEYS } from '@/shared/config/limits'
import type { Clock } from './clock'
import { checkIntervalMs, idleStateAt } from './inactivity'
import { observable } from './observable'
import { dropSharedActivity, readSharedActivity, writeSharedActivity } from './shared-activity'

const MINUTE = 60_000
const SECOND = 1_000
const SHARE_EVERY_MS = SECOND
/** The pointer moving towards the warning's buttons counts as activity, so the warning stays this long after it. */
const WARNING_LINGER_MS = 2 * SECOND

/** The time at which the session locks, and the length of the warning before it. */
type Warning = { deadline: number; totalMs: number }

type IdleWatchOptions = {
  clock: Clock
  storage: Storage
  page: Window
  lock: () => void
  heartbeat: () => void
}

export function createIdleWatch({ clock, storage, page, lock, heartbeat }: IdleWatchOptions) {
  const warning = observable<Warning | null>(null)
  const awake = new Set<symbol>()
  let running = false
  let timeoutMs = SESSION.defaultTimeoutMinutes * MINUTE
  let lastActivity = 0
  let sharedAt = 0
  let silentUntil = 0
  let activeSinceHeartbeat = false
  let heartbeatAt = 0
  let recoveredAt: number | null = null
  let stopChecks = () => {}
  let stopTicks = () => {}

  function lastActivityAnywhere() {
    const now = clock.now()
    const latest = Math.max(lastActivity, readSharedActivity(storage)?.at ?? 0)
    if (latest <= now) return latest
    // The computer's clock was set back: count from now on, or the lock would come late by that difference.
    lastActivity = now
    writeSharedActivity(storage, { at: now, timeoutMs })
    return now
  }

  function idleState() {
    return idleStateAt({ now: clock.now(), lastActivity: lastActivityAnywhere(), timeoutMs, silentUntil })
  }

  function shareActivity() {
    sharedAt = clock.now()
    writeSharedActivity(storage, { at: lastActivityAnywhere(), timeoutMs })
  }

  function noteActivity() {
    if (!running) return
    const now = clock.now()
    // After a sleep the first event may be a mouse move: if the timeout has passed, the session locks all the same.
    if (now - lastActivity >= SECOND && idleState().kind === 'lock') {
      lock()
      return
    }
    lastActivity = now
    activeSinceHeartbeat = true
    if (lastActivity - sharedAt >= SHARE_EVERY_MS) shareActivity()
  }

  function hideWarning() {
    stopTicks()
    stopTicks = () => {}
    recoveredAt = null
    warning.set(null)
  }

  function showWarning(deadline: number, totalMs: number) {
    if (warning.get()?.deadline !== deadline) warning.set({ deadline, totalMs })
  }

  function checkIdle() {
    if (!running) return
    if (awake.size > 0) noteActivity()
    const state = idleState()
    if (state.kind === 'lock') {
      lock()
      return
    }
    if (state.kind === 'warn') {
      recoveredAt = null
      if (warning.get() === null) stopTicks = clock.every(SECOND, checkIdle)
      showWarning(clock.now() + state.remainingMs, state.windowMs)
    } else if (warning.get() !== null) {
      recoveredAt ??= clock.now()
      if (clock.now() - recoveredAt >= WARNING_LINGER_MS) hideWarning()
    }
    if (activeSinceHeartbeat && clock.now() - heartbeatAt >= SESSION.heartbeatMs) {
      activeSinceHeartbeat = false
      heartbeatAt = clock.now()
      heartbeat()
    }
  }

  function scheduleChecks() {
    stopChecks()
    stopChecks = clock.every(checkIntervalMs(timeoutMs), checkIdle)
  }

  function onStorage(event: StorageEvent) {
    if (event.key === STORAGE_KEYS.lastActivity && warning.get() !== null) checkIdle()
  }

  function silenceWarning() {
    silentUntil = clock.now() + SESSION.warningSilenceMs
    hideWarning()
  }

  return {
    warning,
    check: checkIdle,
    start() {
      if (running) return
      running = true
      timeoutMs = SESSION.defaultTimeoutMinutes * MINUTE
      lastActivity = clock.now()
      heartbeatAt = lastActivity
      activeSinceHeartbeat = false
      silentUntil = 0
      shareActivity()
      for (const name of SESSION.activityEvents) {
        page.addEventListener(name, noteActivity, { passive: true, capture: true })
      }
      page.addEventListener('storage', onStorage)
      page.addEventListener('focus', checkIdle)
      page.document.addEventListener('visibilitychange', checkIdle)
      scheduleChecks()
    },
    stop() {
      if (!running) return
      running = false
      for (const name of SESSION.activityEvents)
        page.removeEventListener(name, noteActivity, { capture: true })
      page.removeEventListener('storage', onStorage)
      page.removeEventListener('focus', checkIdle)
      page.document.removeEventListener('visibilitychange', checkIdle)
      stopChecks()
      hideWarning()
    },
    setTimeoutMinutes(minutes: number) {
      if (!running || !(minutes > 0) || !Number.isFinite(minutes)) return
      timeoutMs = minutes * MINUTE
      shareActivity()
      scheduleChecks()
      // A longer timeout may have made an open warning obsolete.
      if (idleState().kind === 'quiet') hideWarning()
      checkIdle()
    },
    extend() {
      noteActivity()
      silenceWarning()
    },
    dismiss: silenceWarning,
    /** Keeps the session active, for playing media, until the returned function is called. */
    keepAwake() {
      const holder = Symbol('awake')
      awake.add(holder)
      noteActivity()
      return () => {
        awake.delete(holder)
      }
    },
    /** True if closed tabs left a token in local storage and the timeout has passed since their last activity. */
    isStale() {
      const shared = readSharedActivity(storage)
      return shared !== null && clock.now() - shared.at >= shared.timeoutMs
    },
    dropActivity: () => dropSharedActivity(storage),
  }
}
