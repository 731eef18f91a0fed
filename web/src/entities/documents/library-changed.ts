// Updates the query cache after a change of one item. A list of which many pages are loaded is changed in place instead
// of being refetched page by page.
import type { QueryClient } from '@tanstack/react-query'
import { firstPageOnly, isShort, removeRow, replaceRow } from '@/shared/lib/paged-rows'
import { invalidateFigures } from '../figures/figures-changed'
import { player } from '../player/player'
import type { Document } from './document'
import { documentKeys, type Library, type WholeDocument } from './queries'

export function documentAdded(client: QueryClient) {
  updateCachedLists(client, firstPageOnly)
  refresh(client)
}

/** Puts the server's new version of an item into every cached list. */
export function documentUpdated(client: QueryClient, updated: Document) {
  updateCachedLists(client, (library) => replaceRow(library, updated))
  client.setQueryData<WholeDocument>([...documentKeys.one, updated.id], (whole) =>
    whole ? { ...whole, document: updated } : whole,
  )
  player.updateDocument(updated)
  invalidateFigures(client)
}

export function documentChanged(client: QueryClient, changed: Document) {
  documentUpdated(client, changed)
  refresh(client)
}

export function documentRemoved(client: QueryClient, id: string) {
  updateCachedLists(client, (library) => removeRow(library, id))
  client.removeQueries({ queryKey: [...documentKeys.one, id] })
  player.removeDocument(id)
  refresh(client)
}

function updateCachedLists(client: QueryClient, change: (library: Library) => Library) {
  client.setQueriesData<Library>({ queryKey: documentKeys.library }, (library) => library && change(library))
}

function refresh(client: QueryClient) {
  client.invalidateQueries({ queryKey: documentKeys.overview })
  client.invalidateQueries({ queryKey: documentKeys.matches })
  client.invalidateQueries({ queryKey: documentKeys.library, predicate: isShort })
  invalidateFigures(client)
}
