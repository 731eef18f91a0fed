// The tab and the viewed message as address parameters; the first tab is left out. A viewed message implies the tab of
// messages.
import { TABS, type Tab } from '@/entities/notifications/queries'

type TabParams = { tab?: Exclude<Tab, 'all'>; message?: string }

export function readTab(raw: Record<string, unknown>): TabParams {
  const message =
    typeof raw.message === 'string' && /^[\w-]{1,64}$/.test(raw.message) ? raw.message : undefined
  if (message !== undefined) return { tab: 'messages', message }
  const tab = TABS.find((known) => known === raw.tab)
  return tab === undefined || tab === 'all' ? {} : { tab }
}
