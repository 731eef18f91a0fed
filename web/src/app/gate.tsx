// The gate above the router: it decides by the session alone which world is shown. The boundary is keyed
// by that world, so that a locked or signed-out app is gone from the page even while the next one loads.
import { Suspense, useEffect } from 'react'
import type { SessionState } from '@/entities/session/machine'
import { useSessionState } from '@/entities/session/use-session'
import { SESSION } from '@/shared/config/limits'
import { signIn, twoFactorStep } from '@/shared/copy/identity/auth'
import { lock } from '@/shared/copy/identity/session'
import { inviteToken } from './invite-link'
import { LoadingScreen } from './loading-screen'
import { useMailLink } from './mail-link'
import { AuthScreen, ConfirmScreen, LockScreen, prefetch, ResetScreen, SignedIn } from './screens'
import { useTitle } from './use-title'

export function Gate() {
  const state = useSessionState()
  const open = state.status === 'authenticated'
  // Whoever comes with a link from the mail follows that first, whoever this browser belongs to.
  const link = useMailLink()

  // The lock screen must not depend on a network that may be gone by the time it is needed; nor must the first
  // screen wait for it.
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => prefetch('lock'), SESSION.lockPrefetchMs)
    return () => clearTimeout(timer)
  }, [open])

  if (link !== null) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        {link.kind === 'reset' ? (
          <ResetScreen key={link.token} token={link.token} />
        ) : (
          <ConfirmScreen key={link.token} token={link.token} />
        )}
      </Suspense>
    )
  }
  return (
    <Suspense key={worldOf(state)} fallback={<LoadingScreen />}>
      <World state={state} />
    </Suspense>
  )
}

/** The code step belongs to the authentication screen; another person's app is another world. */
function worldOf(state: SessionState): string {
  if (state.status === 'authenticated') return `app-${state.user.id}`
  return state.status === 'twoFactor' ? 'unauthenticated' : state.status
}

function World({ state }: { state: SessionState }) {
  useTitle(titleOf(state))
  switch (state.status) {
    case 'loading':
      return <LoadingScreen />
    case 'locked':
      return <LockScreen record={state.record} step={state.step} />
    case 'authenticated':
      return <SignedIn />
    case 'unauthenticated':
    case 'twoFactor':
      return <AuthScreen invitation={inviteToken()} />
  }
}

function titleOf(state: SessionState): string | null {
  if (state.status === 'locked') return lock.title
  if (state.status === 'twoFactor') return twoFactorStep.title
  return state.status === 'unauthenticated' ? signIn.title : null
}
