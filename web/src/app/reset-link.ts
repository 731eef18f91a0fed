// The link of a forgotten password. Its token is taken out of the address at once, before anything else runs:
// it must not stay in the history, nor be in a picture of the screen.
const PARAMETER = 'reset'

const token = take()

function take(): string | null {
  const url = new URL(window.location.href)
  const found = url.searchParams.get(PARAMETER)
  if (url.pathname !== '/login' || found === null) return null
  url.searchParams.delete(PARAMETER)
  window.history.replaceState(window.history.state, '', `${url.pathname}${url.search}${url.hash}`)
  return found
}

/** What the page was opened with; leaving the screen is another page. */
export function resetToken(): string | null {
  return token
}
