// One stream of the server's events, kept up for as long as it is wanted: it comes back by itself, soon at first
// and then more rarely, with the id of the last event, so that what was missed meanwhile is told. A line that
// has gone silent is taken for dead: a laptop that slept keeps a connection that nobody is at the end of.
import type { Bearer } from '@/shared/api/token'
import { LIVE } from '@/shared/config/limits'
import type { Clock } from '../session/clock'
import { readEvents, type ServerEvent } from './event-text'

type StreamOptions = {
  bearer: Bearer
  clock: Clock
  fetch: typeof globalThis.fetch
  /** From 0 to 1; a thousand pages must not come back at the same moment. */
  random: () => number
  /** The last event that was heard here or in another tab. */
  lastId: () => string | null
  onEvent: (event: ServerEvent) => void
}

export type Stream = {
  /** The page is back, or the network: no reason to wait any longer. */
  wake: () => void
  stop: () => void
}

export function openStream({ bearer, clock, fetch, random, lastId, onEvent }: StreamOptions): Stream {
  let isWanted = true
  let failures = 0
  let heardAt = clock.now()
  let line: AbortController | null = null
  let cancelWait = () => {}

  const stopWatch = clock.every(LIVE.watchEveryMs, () => {
    if (line !== null && clock.now() - heardAt > LIVE.silenceMs) line.abort()
  })

  async function listen(controller: AbortController) {
    const token = bearer.get()
    if (token === null) return
    const last = lastId()
    const response = await fetch('/api/events', {
      headers: {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${token}`,
        ...(last === null ? {} : { 'Last-Event-ID': last }),
      },
      cache: 'no-store',
      signal: controller.signal,
    })
    if (response.status === 401) bearer.rejected(token)
    if (!response.ok || response.body === null) return
    const read = readEvents((event) => {
      // Whoever stopped listening meanwhile hears no more.
      if (controller.signal.aborted) return
      if (event.name === 'ready') failures = 0
      if (event.name === 'ended') bearer.rejected(token)
      onEvent(event)
    })
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heardAt = clock.now()
      read(value)
    }
  }

  function connect() {
    const controller = new AbortController()
    line = controller
    heardAt = clock.now()
    listen(controller)
      // A connection that broke is no news: the next one is told what was missed.
      .catch(() => {})
      .then(() => {
        // A connection that ends before its time holds no socket for the one that follows.
        controller.abort()
        if (line === controller) line = null
        if (isWanted) wait()
      })
  }

  function wait() {
    const longest = Math.min(LIVE.lastWaitMs, LIVE.firstWaitMs * 2 ** failures)
    failures = Math.min(failures + 1, 16)
    cancelWait = clock.after(longest / 2 + random() * (longest / 2), connect)
  }

  connect()
  return {
    wake() {
      if (!isWanted) return
      if (line === null) {
        cancelWait()
        connect()
      } else if (clock.now() - heardAt > LIVE.doubtMs) line.abort()
    },
    stop() {
      isWanted = false
      cancelWait()
      stopWatch()
      line?.abort()
    },
  }
}
