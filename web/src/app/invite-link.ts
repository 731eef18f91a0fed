// The link of an invitation. Its token is in the fragment, which no server sees, and is removed from the address at
// once, so that it stays neither in the history nor in a screenshot.
const PREFIX = '#invite='

const token = takeTokenFromAddress()

function takeTokenFromAddress(): string | null {
  const { pathname, search, hash } = window.location
  if (pathname !== '/login' || !hash.startsWith(PREFIX)) return null
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
  return hash.slice(PREFIX.length)
}

/** Returns the invitation token of the link that the page was opened with. */
export function inviteToken(): string | null {
  return token
}
