// The worlds the gate chooses from, each in its own file, and fetched before they are needed.
import { lazy } from 'react'

const load = {
  auth: () => import('@/pages/auth/auth-screen'),
  lock: () => import('@/pages/lock/lock-screen'),
  app: () => import('./signed-in'),
  reset: () => import('@/pages/auth/reset-screen'),
  confirm: () => import('@/pages/auth/confirm-screen'),
}

export const AuthScreen = lazy(async () => ({ default: (await load.auth()).AuthScreen }))
export const LockScreen = lazy(async () => ({ default: (await load.lock()).LockScreen }))
export const ConfirmScreen = lazy(async () => ({ default: (await load.confirm()).ConfirmScreen }))
export const ResetScreen = lazy(async () => ({ default: (await load.reset()).ResetScreen }))
export const SignedIn = lazy(async () => ({ default: (await load.app()).SignedIn }))

/** Starts fetching; a failure shows itself when the screen is really wanted. */
export function prefetch(screen: keyof typeof load) {
  load[screen]().catch(() => {})
}
