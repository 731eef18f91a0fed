// The tab as an address parameter; the first tab is left out.
import { TABS, type Tab } from '@/entities/notifications/queries'

type TabParams = { tab?: Exclude<Tab, 'all'> }

export function readTab(raw: Record<string, unknown>): TabParams {
  const tab = TABS.find((known) => known === raw.tab)
  return tab === undefined || tab === 'all' ? {} : { tab }
}
