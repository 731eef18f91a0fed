// Whether the server can be reached. After a request without a response one small probe request decides. While the
// server cannot be reached it is probed again with growing pauses, and at once when the browser comes back online or
// the page becomes visible.
import { CONNECTION } from '@/shared/config/limits'

type ConnectionOptions = {
  /** Sends a small request; resolves true if the server answers. */
  probe: () => Promise<boolean>
}

export function createConnection({ probe }: ConnectionOptions) {
  const listeners = new Set<() => void>()
  let isAway = false
  let failures = 0
  let asking: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle(isHere: boolean) {
    clearTimeout(timer)
    if (isHere) failures = 0
    else {
      timer = setTimeout(check, Math.min(CONNECTION.lastWaitMs, CONNECTION.firstWaitMs * 2 ** failures))
      failures += 1
    }
    if (isAway === !isHere) return
    isAway = !isHere
    for (const listener of [...listeners]) listener()
  }

  /** Probes the server now. Resolves true if it answers. */
  function check(): Promise<boolean> {
    asking ??= probe()
      .catch(() => false)
      .then((isHere) => {
        asking = null
        settle(isHere)
        return isHere
      })
    return asking
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return {
    isAway: () => isAway,
    subscribe,
    check,
    /** Resolves when the server answers again; at once if it is reachable. */
    whenBack(): Promise<void> {
      if (!isAway) return Promise.resolve()
      return new Promise((resolve) => {
        const stop = subscribe(() => {
          stop()
          resolve()
        })
      })
    },
    /**
     * Watches one request: if it gets no response, or the error of a proxy without a server behind it, the server is
     * probed.
     */
    async watch(request: Promise<Response>): Promise<Response> {
      try {
        const response = await request
        if (isAway || response.status === 502 || response.status === 504) check()
        return response
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) check()
        throw error
      }
    },
  }
}

export const connection = createConnection({
  probe: async () => {
    const signal = AbortSignal.timeout(CONNECTION.patienceMs)
    return (await globalThis.fetch('/api/health/live', { cache: 'no-store', signal })).ok
  },
})

/** Probes the server when the browser reports a change of the network or the page becomes visible. */
export function watchNetwork(page: Window) {
  page.addEventListener('offline', connection.check)
  page.addEventListener('online', connection.check)
  page.document.addEventListener('visibilitychange', () => {
    if (connection.isAway() && page.document.visibilityState === 'visible') connection.check()
  })
}
