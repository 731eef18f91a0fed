// Links from the mail: a forgotten password, an address to confirm. The token stands in the fragment, which no server
// and no Referer sees. It is taken out of the address at once, before anything else runs: it must not stay in the
// history, nor be in a picture of the screen.
import { useSyncExternalStore } from 'react'

type MailLink = { kind: 'reset' | 'confirm'; token: string }

let found = take()

function take(): MailLink | null {
  const url = new URL(window.location.href)
  if (url.pathname !== '/login') return null
  const inFragment = new URLSearchParams(url.hash.slice(1))
  // Letters of an earlier version have the token of a new password in the query.
  const reset = inFragment.get('reset') ?? url.searchParams.get('reset')
  const confirm = inFragment.get('confirm')
  if (reset === null && confirm === null) return null
  window.history.replaceState(window.history.state, '', url.pathname)
  return reset !== null ? { kind: 'reset', token: reset } : { kind: 'confirm', token: confirm ?? '' }
}

/** A link that is opened where the sign-in screen is shown already changes the fragment only, and loads no page. */
function subscribe(listener: () => void) {
  const look = () => {
    const next = take()
    if (next === null) return
    found = next
    listener()
  }
  window.addEventListener('hashchange', look)
  return () => window.removeEventListener('hashchange', look)
}

/** The link the page was opened with, or was led to since; leaving its screen is another page. */
export function useMailLink(): MailLink | null {
  return useSyncExternalStore(subscribe, () => found)
}
