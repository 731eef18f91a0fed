// What happens to the account, as the open pages of this browser hear it: one tab listens to the server and
// passes every event on to the others. While it waits for a tab to listen, or for the server to come back, nothing is
// lost: whoever listens next begins where the last event ended.
import type { QueryClient } from '@tanstack/react-query'
import { bearer } from '@/shared/api/token'
import { LIVE, STORAGE_KEYS } from '@/shared/config/limits'
import type { Notification } from '../notifications/notification'
import { fromServer } from '../notifications/notification'
import { browserClock } from '../session/clock'
import type { ServerEvent } from './event-text'
import { oneTab } from './one-tab'
import { openStream, type Stream } from './stream'
import { ALL_TOPICS, lookAgain } from './topics'

type Listener = (notification: Notification) => void

export function startLive(client: QueryClient, userId: string, onNotification: Listener): () => void {
  const name = `${STORAGE_KEYS.liveChannel}.${userId}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let lastId: string | null = null
  let stream: Stream | null = null
  const changed = gather((topics) => lookAgain(client, topics))

  function hear({ name: kind, id, data }: ServerEvent) {
    // What this tab shows is older than the stream, and there is no event to go on from.
    if (kind === 'ready' && lastId === null && showsOldNews(client)) changed.add(ALL_TOPICS)
    if (id !== null) lastId = id
    const said = parsed(data)
    if (kind === 'changed' && Array.isArray(said.topics)) changed.add(said.topics.filter(isText))
    if (kind === 'notification') onNotification(fromServer(said as Parameters<typeof fromServer>[0]))
  }

  if (channel) channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => hear(data)
  const giveUp = oneTab(name, {
    take() {
      stream = openStream({
        bearer,
        clock: browserClock,
        fetch: (...given) => globalThis.fetch(...given),
        random: Math.random,
        lastId: () => lastId,
        onEvent: (event) => {
          channel?.postMessage(event)
          hear(event)
        },
      })
    },
    leave() {
      stream?.stop()
      stream = null
    },
  })
  const wake = () => {
    if (document.visibilityState === 'visible') stream?.wake()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)

  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    giveUp()
    changed.stop()
    channel?.close()
  }
}

/** Whether something on the screen was asked for long enough ago to have changed before anyone listened. */
function showsOldNews(client: QueryClient): boolean {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const now = Date.now()
  return shown.some(({ state }) => state.dataUpdatedAt > 0 && now - state.dataUpdatedAt > LIVE.promptMs)
}

/** The first change is looked at, at once; those that come quickly after it, together. */
function gather(act: (topics: ReadonlySet<string>) => void) {
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

function parsed(data: string): Record<string, unknown> {
  try {
    const said: unknown = JSON.parse(data)
    return typeof said === 'object' && said !== null ? { ...said } : {}
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
