// Decides by the session's state which screen is shown above the router: loading, authentication, lock screen or app.
// The boundary is keyed by that choice, so that a locked or signed-out app is unmounted even while the next screen's
// code loads.
import { Suspense, useEffect } from 'react'
import type { SessionState } from '@/entities/session/machine'
import { useSessionState } from '@/entities/session/use-session'
import { SESSION } from '@/shared/config/limits'
import { lock } from '@/shared/copy/identity/session'
import { useTitle } from '@/shared/lib/use-title'
import { CrashBoundary } from './crash-boundary'
import { inviteToken } from './invite-link'
import { LoadingScreen } from './loading-screen'
import { useMailLink } from './mail-link'
import { AuthScreen, ConfirmScreen, LockScreen, prefetch, ResetScreen, SignedIn } from './screens'

export function Gate() {
  const state = useSessionState()
  const open = state.status === 'authenticated'
  // A link from a mail is followed first, whoever is signed in in this browser.
  const link = useMailLink()

  // The code to lock, sign out and sign in is prefetched, because the network may be gone when it is needed, but after
  // the first screen, which must not wait for it.
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => {
      prefetch('lock')
      prefetch('auth')
    }, SESSION.lockPrefetchMs)
    return () => clearTimeout(timer)
  }, [open])

  if (link !== null) {
    return (
      <CrashBoundary>
        <Suspense fallback={<LoadingScreen />}>
          {link.kind === 'reset' ? (
            <ResetScreen key={link.token} token={link.token} />
          ) : (
            <ConfirmScreen key={link.token} token={link.token} />
          )}
        </Suspense>
      </CrashBoundary>
    )
  }
  return (
    <CrashBoundary key={screenKeyOf(state)}>
      <Suspense fallback={<LoadingScreen />}>
        <SessionScreen state={state} />
      </Suspense>
    </CrashBoundary>
  )
}

/**
 * The React key of the screen to show. The code step has the same key as the authentication screen; each user has a key
 * of their own.
 */
function screenKeyOf(state: SessionState): string {
  if (state.status === 'authenticated') return `app-${state.user.id}`
  return state.status === 'twoFactor' ? 'unauthenticated' : state.status
}

function SessionScreen({ state }: { state: SessionState }) {
  useTitle(titleOf(state))
  switch (state.status) {
    case 'loading':
      return <LoadingScreen isAway={state.isAway} />
    case 'locked':
      return <LockScreen record={state.record} step={state.step} />
    case 'authenticated':
      return <SignedIn />
    case 'unauthenticated':
    case 'twoFactor':
      return <AuthScreen invitation={inviteToken()} />
  }
}

/** The browser title of the current screen; undefined where the authentication screen sets the title by its form. */
function titleOf({ status }: SessionState): string | null | undefined {
  if (status === 'unauthenticated' || status === 'twoFactor') return undefined
  return status === 'locked' ? lock.title : null
}
