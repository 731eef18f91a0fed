// Signing in with a passkey, by the button or from the suggestions under the email field. The browser allows one
// request at a time: the button aborts the request that waits for a suggestion, which is started again if the
// button's request fails.
import { useEffect, useRef, useState } from 'react'
import { isCanceled, passkeyFailure } from '@/entities/passkeys/failure'
import { signInOptions } from '@/entities/passkeys/sign-in'
import type { User } from '@/entities/session/machine'
import { session } from '@/entities/session/session'
import { PASSKEYS, TOASTS } from '@/shared/config/limits'
import { passkeys as copy } from '@/shared/copy/identity/passkeys'
import { canSuggestPasskeys, getPasskey, type KnownPasskey, type UsedPasskey } from '@/shared/lib/webauthn'
import { toast } from '@/shared/ui/toast/toast'

type Options = {
  onSignedIn: (user: User) => void
  /** Returns true if it has shown the failure; otherwise the hook shows it. */
  onFailure: (error: unknown) => boolean
  /** The account whose passkeys may be used; any account if left out. */
  owner?: { id: string; passkeys: readonly KnownPasskey[] }
  /** True also offers passkeys in the browser's suggestions under a field. */
  suggest?: boolean
}

export function usePasskeySignIn(options: Options) {
  const [isPending, setPending] = useState(false)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const suggest = options.suggest === true && !isPending
  useEffect(() => {
    if (!suggest) return
    const unmounted = new AbortController()
    // Suggestions are optional: the button and the password work without them.
    waitForSuggestion(unmounted.signal, latest).catch(() => {})
    return () => unmounted.abort()
  }, [suggest])

  const start = async () => {
    setPending(true)
    try {
      const { owner } = latest.current
      const credential = await getPasskey(await signInOptions(), owner ? { owner } : {})
      latest.current.onSignedIn(await session.signInWithPasskey(credential))
    } catch (error) {
      reportFailure(error, latest.current)
    }
    setPending(false)
  }

  return { isPending, start }
}

/**
 * Offers passkeys in the suggestions until the screen is left or somebody signs in. Requests a new challenge before the
 * old one expires.
 */
async function waitForSuggestion(unmounted: AbortSignal, latest: { current: Options }) {
  if (!(await canSuggestPasskeys())) return
  while (!unmounted.aborted) {
    const options = await signInOptions()
    const signal = AbortSignal.any([unmounted, AbortSignal.timeout(PASSKEYS.renewSuggestionMs)])
    let credential: UsedPasskey
    try {
      credential = await getPasskey(options, { suggest: true, signal })
    } catch (error) {
      if (signal.aborted) continue
      throw error
    }
    try {
      latest.current.onSignedIn(await session.signInWithPasskey(credential))
      return
    } catch (error) {
      reportFailure(error, latest.current)
    }
  }
}

function reportFailure(error: unknown, { onFailure }: Options) {
  if (onFailure(error)) return
  const show = isCanceled(error) ? toast.info : toast.error
  show(passkeyFailure(error, copy.signInFailed), TOASTS.other)
}
