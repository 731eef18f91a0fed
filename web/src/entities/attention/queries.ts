// What waits for the account's owner, and what happened last, for the side rail.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { type Activity, activityFrom } from '../figures/figures'

const KINDS = ['transaction', 'sale', 'goal'] as const

export type AttentionItem = Omit<Schemas['AttentionItem'], 'kind'> & { kind: (typeof KINDS)[number] }

export interface Attention {
  /** The oldest dates first; not all of them. */
  items: AttentionItem[]
  /** How many there are. */
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

/** Kinds that this version does not know, from a newer server, are left out. */
function knownItem(sent: Schemas['AttentionItem']): AttentionItem[] {
  const kind = KINDS.find((known) => known === sent.kind)
  return kind === undefined ? [] : [{ ...sent, kind }]
}
