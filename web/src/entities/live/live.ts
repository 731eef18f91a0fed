// The event stream of the account for all tabs of this browser: one tab reads it from the server and broadcasts every
// event to the others. No event is lost when another tab takes over or the server restarts: the next connection resumes
// after the last event id.
import type { QueryClient } from '@tanstack/react-query'
import { connection } from '@/shared/api/connection'
import { bearer } from '@/shared/api/token'
import { LIVE, STORAGE_KEYS } from '@/shared/config/limits'
import type { Notification } from '../notifications/notification'
import { fromServer } from '../notifications/notification'
import { browserClock } from '../session/clock'
import type { ServerEvent } from './event-text'
import { runInOneTab } from './one-tab'
import { openStream, type Stream } from './stream'
import { ALL_TOPICS, refetchTopics } from './topics'

type Listener = (notification: Notification) => void

export function startLive(client: QueryClient, userId: string, onNotification: Listener): () => void {
  const name = `${STORAGE_KEYS.liveChannel}.${userId}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let lastId: string | null = null
  let stream: Stream | null = null
  const changedTopics = batchTopics((topics) => refetchTopics(client, topics))

  function receive({ name: kind, id, data }: ServerEvent) {
    // This tab's data is older than the stream and there is no last event id to resume from, so every query is
    // refetched.
    if (kind === 'ready' && lastId === null && hasStaleQueries(client)) changedTopics.add(ALL_TOPICS)
    if (id !== null) lastId = id
    const content = parseEventData(data)
    if (kind === 'changed' && Array.isArray(content.topics)) changedTopics.add(content.topics.filter(isText))
    if (kind === 'notification') onNotification(fromServer(content as Parameters<typeof fromServer>[0]))
  }

  if (channel) channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => receive(data)
  const giveUp = runInOneTab(name, {
    take() {
      stream = openStream({
        bearer,
        clock: browserClock,
        fetch: (...given) => connection.watch(globalThis.fetch(...given)),
        random: Math.random,
        lastId: () => lastId,
        onEvent: (event) => {
          channel?.postMessage(event)
          receive(event)
        },
      })
    },
    leave() {
      stream?.stop()
      stream = null
    },
  })
  const wake = () => {
    if (document.visibilityState === 'visible' && !connection.isAway()) stream?.wake()
  }
  const unsubscribeConnection = connection.subscribe(wake)
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)

  return () => {
    unsubscribeConnection()
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    giveUp()
    changedTopics.stop()
    channel?.close()
  }
}

/** True if a mounted query was fetched long enough ago to have missed a change before the stream opened. */
function hasStaleQueries(client: QueryClient): boolean {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const now = Date.now()
  return shown.some(({ state }) => state.dataUpdatedAt > 0 && now - state.dataUpdatedAt > LIVE.promptMs)
}

/**
 * Collects topics for `act`: the first call runs at once, topics that follow quickly are batched into one later call.
 */
function batchTopics(act: (topics: ReadonlySet<string>) => void) {
  let topics = new Set<string>()
  let cancel: (() => void) | null = null
  const flush = () => {
    const now = topics
    topics = new Set()
    cancel = now.size === 0 ? null : browserClock.after(LIVE.restMs, flush)
    if (now.size > 0) act(now)
  }
  return {
    add(more: Iterable<string>) {
      for (const topic of more) topics.add(topic)
      if (cancel === null) flush()
    },
    stop: () => cancel?.(),
  }
}

function parseEventData(data: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(data)
    return typeof content === 'object' && content !== null ? { ...content } : {}
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
