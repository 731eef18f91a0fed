// Keeps a correct PIN for five minutes in this tab, so that it reveals further card details. The PIN is held in memory
// only: after a reload or a lock, and in another tab, it is asked for again. When the time is over, listeners hide the
// details.
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
    /** Holds a PIN that the server has accepted, for five minutes. */
    keep(pin: string) {
      if (held) clearTimeout(held.timer)
      held = { pin, until: Date.now() + lifetimeMs, timer: setTimeout(end, lifetimeMs) }
    },
    /**
     * Returns the held PIN, or null after five minutes. Timers stop while the computer sleeps, so the clock is compared
     * as well.
     */
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
