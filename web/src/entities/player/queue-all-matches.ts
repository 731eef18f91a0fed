// Adds every item that matches the played list's filter to the queue, not only the rows that were loaded by scrolling.
import { api, unwrap } from '@/shared/api/client'
import { LIBRARY, WHOLE_LIST } from '@/shared/config/limits'
import { type Document, fromServer } from '../documents/document'
import { filterQuery, type LibraryFilter } from '../documents/filter'
import { player } from './player'

/** Extends the queue page by page while `name` is the list that plays. If a request fails, the queue stays as it is. */
export async function queueAllMatches(filter: LibraryFilter, name: string): Promise<void> {
  const known: Document[] = []
  let cursor: string | null = null
  do {
    const query: PageQuery = {
      ...filterQuery(filter),
      limit: WHOLE_LIST,
      ...(cursor === null ? {} : { cursor }),
    }
    const page = await loadPage(query).catch(() => null)
    if (page === null) return
    known.push(...page.documents.map(fromServer))
    cursor = page.next_cursor
  } while (player.extendList(known, name) && cursor !== null && known.length < LIBRARY.queueMost)
}

type PageQuery = ReturnType<typeof filterQuery> & { limit: number; cursor?: string }

const loadPage = (query: PageQuery) => unwrap(api.GET('/api/documents', { params: { query } }))
