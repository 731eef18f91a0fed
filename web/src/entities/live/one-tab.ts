// Chooses one tab of a browser to do some work for all tabs. Over HTTP/1.1 a browser opens six connections per host for
// all tabs together: if each tab held a stream, the seventh tab could load nothing.

type TurnCallbacks = { take: () => void; leave: () => void }

/**
 * Calls `take` when this tab is chosen, and `leave` when it no longer is. The browser's locks exist only on secure
 * pages (https or localhost); elsewhere every visible tab counts as chosen, because few tabs are visible at a time.
 * Returns a function that gives up the turn.
 */
export function runInOneTab(name: string, { take, leave }: TurnCallbacks, page: Window = window): () => void {
  const { locks } = page.navigator
  return locks === undefined
    ? runWhileVisible({ take, leave }, page)
    : runWhileLocked(locks, name, { take, leave })
}

function runWhileLocked(locks: LockManager, name: string, { take, leave }: TurnCallbacks): () => void {
  const waiting = new AbortController()
  let release: (() => void) | null = null
  let isOver = false
  locks
    .request(name, { signal: waiting.signal }, () => {
      if (isOver) return
      take()
      return new Promise<void>((done) => {
        release = done
      })
    })
    // The request rejects only when it was aborted, which is expected.
    .catch(() => {})
  return () => {
    isOver = true
    waiting.abort()
    if (release === null) return
    leave()
    release()
  }
}

function runWhileVisible({ take, leave }: TurnCallbacks, page: Window): () => void {
  let isMine = false
  const onVisibilityChange = () => {
    const isVisible = page.document.visibilityState === 'visible'
    if (isVisible === isMine) return
    isMine = isVisible
    if (isMine) take()
    else leave()
  }
  page.document.addEventListener('visibilitychange', onVisibilityChange)
  onVisibilityChange()
  return () => {
    page.document.removeEventListener('visibilitychange', onVisibilityChange)
    if (isMine) leave()
    isMine = false
  }
}
