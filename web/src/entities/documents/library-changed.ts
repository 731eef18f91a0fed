// Updates the query cache after a change of one item. A list that was scrolled far is changed in place instead of
// being fetched again page by page.
import type { QueryClient } from '@tanstack/react-query'
import { firstPageOnly, isShort, removeRow, replaceRow } from '@/shared/lib/paged-rows'
import { figuresChanged } from '../figures/figures-changed'
import { player } from '../player/player'
import type { Document } from './document'
import { documentKeys, type Library, type WholeDocument } from './queries'

export function documentAdded(client: QueryClient) {
  mend(client, firstPageOnly)
  refresh(client)
}

/** Puts the server's new version of an item into every cached list. */
export function documentTold(client: QueryClient, told: Document) {
  mend(client, (library) => replaceRow(library, told))
  client.setQueryData<WholeDocument>([...documentKeys.one, told.id], (whole) =>
    whole ? { ...whole, document: told } : whole,
  )
  player.told(told)
  figuresChanged(client)
}

export function documentChanged(client: QueryClient, changed: Document) {
  documentTold(client, changed)
  refresh(client)
}

export function documentRemoved(client: QueryClient, id: string) {
  mend(client, (library) => removeRow(library, id))
  client.removeQueries({ queryKey: [...documentKeys.one, id] })
  player.gone(id)
  refresh(client)
}

function mend(client: QueryClient, change: (library: Library) => Library) {
  client.setQueriesData<Library>({ queryKey: documentKeys.library }, (library) => library && change(library))
}

function refresh(client: QueryClient) {
  client.invalidateQueries({ queryKey: documentKeys.overview })
  client.invalidateQueries({ queryKey: documentKeys.matches })
  client.invalidateQueries({ queryKey: documentKeys.library, predicate: isShort })
  figuresChanged(client)
}
