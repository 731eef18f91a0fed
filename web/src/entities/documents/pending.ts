// When the library has changed, refetches one by one the items whose analysis is running: those in lists too long to be
// refetched, and the playing track. All other lists are refetched anyway.
import type { QueryClient } from '@tanstack/react-query'
import { LIBRARY } from '@/shared/config/limits'
import { isShort } from '@/shared/lib/paged-rows'
import { player } from '../player/player'
import type { Document } from './document'
import { documentUpdated } from './library-changed'
import { documentKeys, documentQuery, type Library } from './queries'

export function refetchPending(client: QueryClient) {
  const long = client
    .getQueryCache()
    .findAll({ queryKey: documentKeys.library, type: 'active' })
    .filter((query) => !isShort(query))
  const rows = long.flatMap((query) => (query.state.data as Library).pages.flatMap((page) => page.rows))
  const { current } = player.get()
  const pending = [...(current === null ? [] : [current]), ...rows].filter(isPending).map(({ id }) => id)
  for (const id of [...new Set(pending)].slice(0, LIBRARY.askedAtOnce)) refetchItem(client, id)
}

const isPending = ({ analysis }: Document) => analysis === 'pending'

async function refetchItem(client: QueryClient, id: string) {
  try {
    const { document: updated } = await client.fetchQuery({
      ...documentQuery(id),
      staleTime: 0,
      retry: false,
    })
    if (!isPending(updated)) documentUpdated(client, updated)
  } catch {
    // The item was deleted or the server cannot be reached: the next refetch of the list shows that.
  }
}
