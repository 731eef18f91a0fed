// The query of the side rail: items that need the owner's attention, and the latest activity.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { type Activity, activityFrom } from '../figures/figures'

const KINDS = ['payment', 'transaction', 'sale', 'goal'] as const

export type AttentionItem = Omit<Schemas['AttentionItem'], 'kind'> & { kind: (typeof KINDS)[number] }

export interface Attention {
  /** The items with the oldest dates first; the server limits their number. */
  items: AttentionItem[]
  /** The number of all items, including those left out. */
  total: number
  recent: Activity[]
}

export const attentionKey = ['attention'] as const

export const attentionQuery = queryOptions({
  queryKey: attentionKey,
  queryFn: async ({ signal }): Promise<Attention> => {
    const { items, total, recent } = await unwrap(api.GET('/api/attention', { signal }))
    return { items: items.flatMap(knownItem), total, recent: recent.map(activityFrom) }
  },
})

/** Returns the item in a list, or an empty list for a kind that this version does not know (from a newer server). */
function knownItem(sent: Schemas['AttentionItem']): AttentionItem[] {
  const kind = KINDS.find((known) => known === sent.kind)
  return kind === undefined ? [] : [{ ...sent, kind }]
}
