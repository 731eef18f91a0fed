// The tab as it stands in the address; the first one is left out.
import { TABS, type Tab } from '@/entities/notifications/queries'

type TabParams = { tab?: Exclude<Tab, 'all'> }

export function readTab(raw: Record<string, unknown>): TabParams {
  const tab = TABS.find((known) => known === raw.tab)
  return tab === undefined || tab === 'all' ? {} : { tab }
}
