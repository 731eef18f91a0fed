// Of all tabs of a browser one does something for the rest. Over HTTP/1.1 a browser opens six connections to a
// host for all its tabs together: if each of them held a stream, the seventh could fetch nothing.

type Turn = { take: () => void; leave: () => void }

/**
 * Calls `take` when it is this tab's turn, and `leave` when that is over. Browsers lend locks to secure pages only
 * (https, or this very machine); elsewhere each tab has its turn while it is looked at, which are few at a time.
 */
export function oneTab(name: string, { take, leave }: Turn, page: Window = window): () => void {
  const { locks } = page.navigator
  return locks === undefined ? whileVisible({ take, leave }, page) : whileLocked(locks, name, { take, leave })
}

function whileLocked(locks: LockManager, name: string, { take, leave }: Turn): () => void {
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
    // Waiting was given up; that is all that can be wrong with it.
    .catch(() => {})
  return () => {
    isOver = true
    waiting.abort()
    if (release === null) return
    leave()
    release()
  }
}

function whileVisible({ take, leave }: Turn, page: Window): () => void {
  let isMine = false
  const look = () => {
    const isVisible = page.document.visibilityState === 'visible'
    if (isVisible === isMine) return
    isMine = isVisible
    if (isMine) take()
    else leave()
  }
  page.document.addEventListener('visibilitychange', look)
  look()
  return () => {
    page.document.removeEventListener('visibilitychange', look)
    if (isMine) leave()
    isMine = false
  }
}
