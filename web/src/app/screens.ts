// The screens that the gate chooses from, each in its own chunk, with a way to prefetch them.
import { lazy } from '@/shared/lib/lazy'

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

/** Starts fetching a screen's code. A failure is shown only when the screen is opened. */
export function prefetch(screen: keyof typeof load) {
  load[screen]().catch(() => {})
}
