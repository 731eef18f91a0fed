// Hooks that read the session.
import { useSyncExternalStore } from 'react'
import type { User } from './machine'
import { session } from './session'

export function useSessionState() {
  return useSyncExternalStore(session.state.subscribe, session.state.get)
}

export function useTimeoutWarning() {
  return useSyncExternalStore(session.warning.subscribe, session.warning.get)
}

/** The signed-in user; null for the instant in which a screen is about to unmount after lock or sign-out. */
export function useUser(): User | null {
  const state = useSessionState()
  return state.status === 'authenticated' ? state.user : null
}
