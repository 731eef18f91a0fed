// The messages between the tabs of one browser about the session. Activity goes through local storage
// (shared-activity.ts); these messages are for events that must happen in all tabs at once.
import { STORAGE_KEYS } from '@/shared/config/limits'
import type { User } from './machine'

export type TabMessage =
  | { type: 'locked'; at: number }
  | { type: 'signedOut'; at: number }
  | { type: 'userChanged'; user: User }
  | { type: 'timeoutChanged'; minutes: number }

export type Tabs = {
  send: (message: TabMessage) => void
  listen: (listener: (message: TabMessage) => void) => void
}

export function browserTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { send: () => {}, listen: () => {} }
  const channel = new BroadcastChannel(STORAGE_KEYS.tabChannel)
  return {
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
    },
  }
}
