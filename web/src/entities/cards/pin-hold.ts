// One right PIN opens card details for five minutes in this tab. It is kept in memory only: a reload, a lock
// or another tab asks again. When the time is over, whoever shows details is told to hide them.
import { PIN_HOLD_MS } from '@/shared/config/limits'
import { session } from '../session/session'

export function createPinHold(lifetimeMs: number) {
  let held: { pin: string; until: number; timer: ReturnType<typeof setTimeout> } | null = null
  const listeners = new Set<() => void>()

  function end() {
    if (held === null) return
    clearTimeout(held.timer)
    held = null
    for (const listener of [...listeners]) listener()
  }

  return {
    /** After a check that went well. */
    keep(pin: string) {
      if (held) clearTimeout(held.timer)
      held = { pin, until: Date.now() + lifetimeMs, timer: setTimeout(end, lifetimeMs) }
    },
    /** The PIN while it holds. A sleeping machine stops timers, so the clock is asked too. */
    pin(): string | null {
      if (held !== null && Date.now() >= held.until) end()
      return held?.pin ?? null
    },
    end,
    onEnd(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const pinHold = createPinHold(PIN_HOLD_MS)

session.onLeave(pinHold.end)
