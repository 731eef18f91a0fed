// Finds items by their ids: one page of the newest items has nearly all of them, some of the others are fetched one by
// one.
import type { QueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { LIBRARY, WHOLE_LIST } from '@/shared/config/limits'
import { type Document, fromServer } from './document'
import { documentQuery } from './queries'

interface FoundDocuments {
  found: Document[]
  /** The ids of items that no longer exist. */
  gone: string[]
}

/** Fetches the items with these ids. Throws if the server cannot be reached. */
export async function documentsById(client: QueryClient, ids: readonly string[]): Promise<FoundDocuments> {
  if (ids.length === 0) return { found: [], gone: [] }
  const query = { limit: WHOLE_LIST }
  const page = await unwrap(api.GET('/api/documents', { params: { query } }))
  const known = new Map(page.documents.map((sent) => [sent.id, fromServer(sent)]))
  const missing = ids.filter((id) => !known.has(id))
  const gone = page.next_cursor === null ? missing : []
  if (page.next_cursor !== null) {
    const requestedIds = missing.slice(0, LIBRARY.askedAtOnce)
    const answers = await Promise.all(requestedIds.map((id) => findOne(client, id)))
    requestedIds.forEach((id, index) => {
      const document = answers[index]
      if (document) known.set(id, document)
      else gone.push(id)
    })
  }
  return { found: ids.flatMap((id) => known.get(id) ?? []), gone }
}

async function findOne(client: QueryClient, id: string): Promise<Document | null> {
  try {
    return (await client.fetchQuery({ ...documentQuery(id), retry: false })).document
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
