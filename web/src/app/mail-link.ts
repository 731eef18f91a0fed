// Links from mails: a forgotten password, an address to confirm. The token is in the fragment, which neither a server
// nor a Referer header sees. It is removed from the address before anything else runs, so that it stays neither in
// the history nor in a screenshot. Session storage keeps it for a reload of the page, until it was used.
import { useSyncExternalStore } from 'react'
import { type MailLink, readStoredLink, storeLink } from '@/entities/user/stored-link'

let currentLink = takeLinkFromAddress() ?? (isReload() ? readStoredLink() : null)
storeLink(currentLink)

function takeLinkFromAddress(): MailLink | null {
  const url = new URL(window.location.href)
  if (url.pathname !== '/login') return null
  const inFragment = new URLSearchParams(url.hash.slice(1))
  // Mails sent by an earlier version have the password token in the query.
  const reset = inFragment.get('reset') ?? url.searchParams.get('reset')
  const confirm = inFragment.get('confirm')
  if (reset === null && confirm === null) return null
  window.history.replaceState(window.history.state, '', url.pathname)
  return reset !== null ? { kind: 'reset', token: reset } : { kind: 'confirm', token: confirm ?? '' }
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return window.location.pathname === '/login' && (entry as PerformanceNavigationTiming)?.type === 'reload'
}

/**
 * A link that is opened while the app is at its address changes only the fragment: no page load, just a hashchange
 * event.
 */
function subscribe(listener: () => void) {
  const onHashChange = () => {
    const next = takeLinkFromAddress()
    if (next === null) return
    currentLink = next
    storeLink(next)
    listener()
  }
  window.addEventListener('hashchange', onHashChange)
  return () => window.removeEventListener('hashchange', onHashChange)
}

/** Returns the mail link that this page was opened with, or a later one that was opened in it. */
export function useMailLink(): MailLink | null {
  return useSyncExternalStore(subscribe, () => currentLink)
}
