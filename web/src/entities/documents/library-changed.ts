// What a change of one item means for the lists on show. A list that has been scrolled far is mended in place
// instead of being fetched again page by page.
import type { QueryClient } from '@tanstack/react-query'
import { player } from '../player/player'
import type { Document } from './document'
import { documentKeys, isShort, type Library, type WholeDocument } from './queries'

export function documentAdded(client: QueryClient) {
  // A new item is most likely the first one; the pages after it can be scrolled to again.
  mend(client, ({ pages, pageParams }) => ({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }))
  refresh(client)
}

/** The server's new word about an item that is somewhere in the lists. */
export function documentTold(client: QueryClient, told: Document) {
  mend(client, (library) => replaceRow(library, told))
  client.setQueryData<WholeDocument>([...documentKeys.one, told.id], (whole) =>
    whole ? { ...whole, document: told } : whole,
  )
  player.told(told)
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

export function replaceRow({ pages, pageParams }: Library, changed: Document): Library {
  const put = (row: Document) => (row.id === changed.id ? changed : row)
  return { pageParams, pages: pages.map((page) => ({ ...page, rows: page.rows.map(put) })) }
}

export function removeRow({ pages, pageParams }: Library, id: string): Library {
  const had = pages.some((page) => page.rows.some((row) => row.id === id))
  if (!had) return { pages, pageParams }
  const without = pages.map((page) => ({
    ...page,
    // The count stands on every page.
    total: page.total - 1,
    rows: page.rows.filter((row) => row.id !== id),
  }))
  return { pageParams, pages: without }
}

function mend(client: QueryClient, change: (library: Library) => Library) {
  client.setQueriesData<Library>({ queryKey: documentKeys.library }, (library) => library && change(library))
}

function refresh(client: QueryClient) {
  client.invalidateQueries({ queryKey: documentKeys.overview })
  client.invalidateQueries({ queryKey: documentKeys.matches })
  client.invalidateQueries({ queryKey: documentKeys.library, predicate: isShort })
}
