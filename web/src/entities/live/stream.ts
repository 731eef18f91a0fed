// One event stream from the server, kept open until it is stopped. It reconnects by itself with growing pauses and
// sends the id of the last event, so that missed events are delivered. A silent connection counts as dead, because a
// laptop that slept keeps a connection without a peer.
import type { Bearer } from '@/shared/api/token'
import { LIVE } from '@/shared/config/limits'
import type { Clock } from '../session/clock'
import { readEvents, type ServerEvent } from './event-text'

type StreamOptions = {
  bearer: Bearer
  clock: Clock
  fetch: typeof globalThis.fetch
  /** From 0 to 1. Spreads the reconnects of many pages over time. */
  random: () => number
  /** The id of the last event received here or in another tab. */
  lastId: () => string | null
  onEvent: (event: ServerEvent) => void
}

export type Stream = {
  /** Reconnects at once, for a page or a network that has come back. */
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
      // No events are delivered after the stream was stopped.
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
      // A broken connection is expected: the next one resumes after the last event id.
      .catch(() => {})
      .then(() => {
        // Aborting frees the socket for the next connection.
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
