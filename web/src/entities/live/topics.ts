// Which queries to invalidate when the event stream reports a changed topic. Mounted queries are refetched at once, the
// others when they are next shown. A list of which many pages are loaded is left as it is, because a refetch would
// request every page of it.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { isShort, type Pages } from '@/shared/lib/paged-rows'
import { attentionKey } from '../attention/queries'
import { clientKeys } from '../clients/queries'
import { refetchPending } from '../documents/pending'
import { documentKeys } from '../documents/queries'
import { goalsQuery } from '../goals/queries'
import { notificationKeys } from '../notifications/queries'
import { sessionsQuery } from '../security/queries'
import { settingsQuery } from '../settings/queries'
import { refreshUser } from '../user/refresh-user'
import { walletQuery } from '../wallet/queries'

/** The query key of the dashboard and the analytics, whose figures are computed from most topics. */
const FIGURES: QueryKey = ['figures']

const KEYS: Readonly<Record<string, readonly QueryKey[]>> = {
  notifications: [notificationKeys.all],
  sessions: [sessionsQuery.queryKey],
  settings: [settingsQuery.queryKey, ['voice-tags'], ['preview-settings']],
  security: [['security'], ['cards', 'pin']],
  wallet: [walletQuery.queryKey, FIGURES],
  transactions: [['transactions'], clientKeys.summary, FIGURES, attentionKey],
  sales: [['sales'], ['licenses'], clientKeys.list, clientKeys.summary, FIGURES, attentionKey],
  cards: [['cards']],
  beneficiaries: [clientKeys.all, FIGURES, attentionKey],
  goals: [goalsQuery.queryKey, FIGURES, attentionKey],
  documents: [documentKeys.all, FIGURES, attentionKey, ['previews'], ['shares', 'list'], ['shares', 'link']],
  applications: [['applications'], FIGURES],
  exports: [['exports']],
  licenses: [['licenses']],
  offers: [['offers'], ['ways-to-pay'], ['shop', 'stripe'], attentionKey],
  deliveries: [['deliveries'], ['offers']],
  shop: [['shop'], ['messages']],
  messages: [['messages']],
  shares: [['shares']],
  'license-kinds': [['license-kinds'], ['legal-profile']],
}

/** Invalidates the queries of these topics. Unknown topics, from a newer server, are ignored. */
export function refetchTopics(client: QueryClient, topics: Iterable<string>) {
  const keys = new Map<string, QueryKey>()
  for (const topic of topics) {
    for (const key of KEYS[topic] ?? []) keys.set(JSON.stringify(key), key)
    if (topic === 'profile') refreshUser()
    if (topic === 'documents') refetchPending(client)
  }
  for (const queryKey of keys.values()) {
    client.invalidateQueries({
      queryKey,
      predicate: (query) => hasFewPages(query) && !isBeingChanged(client, query),
    })
  }
}

export const ALL_TOPICS: readonly string[] = [...Object.keys(KEYS), 'profile']

function hasFewPages({ state }: Query): boolean {
  const pages = (state.data as Partial<Pages<unknown>> | undefined)?.pages
  return pages === undefined || isShort({ state })
}

/** True while a mutation changes this query's data: the mutation invalidates the query itself when it is done. */
function isBeingChanged(client: QueryClient, { queryKey }: Query): boolean {
  return client.isMutating({ mutationKey: queryKey, exact: true }) > 0
}
