// The library page by page, one item with its waveform, and the genres and limits of the account's media.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { LIBRARY, MEDIA } from '@/shared/config/limits'
import { byCursor, pageQuery } from '@/shared/lib/paged-query'
import { isShort, type Page, type Pages } from '@/shared/lib/paged-rows'
import { type Category, type Document, fromServer } from './document'
import { filterQuery, type LibraryFilter, NO_FILTER } from './filter'

export const documentKeys = {
  matches: ['documents', 'matches'],
  all: ['documents'],
  library: ['documents', 'library'],
  one: ['documents', 'one'],
  overview: ['documents', 'overview'],
} as const

export type Library = Pages<Document>

export const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: [...documentKeys.library, filter],
    queryFn: async ({ signal, pageParam }): Promise<Page<Document>> => {
      const query = pageQuery(filterQuery(filter), LIBRARY.page, pageParam)
      const answer = await unwrap(api.GET('/api/documents', { params: { query }, signal }))
      return {
        rows: answer.documents.map(fromServer),
        total: answer.total,
        totalIsExact: true,
        nextCursor: answer.next_cursor,
      }
    },
    ...byCursor,
    // The rows of the previous filter stay on screen until the new ones have loaded.
    placeholderData: keepPreviousData,
    // Returning to the screen loads the first page only, not every page that was scrolled through.
    gcTime: 0,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  })

/** The first few beats whose title or file name contains the search text; with an empty text, the newest beats. */
export const beatMatchesQuery = (search: string) =>
  queryOptions({
    queryKey: [...documentKeys.matches, search],
    queryFn: async ({ signal }): Promise<Document[]> => {
      const query = { ...filterQuery({ ...NO_FILTER, search }), limit: LIBRARY.matches }
      return (await unwrap(api.GET('/api/documents', { params: { query }, signal }))).documents.map(
        fromServer,
      )
    },
    placeholderData: keepPreviousData,
  })

export interface WholeDocument {
  document: Document
  /** Peaks from 0 to 255, or null until the analysis is done. */
  waveform: number[] | null
  notes: string
}

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentKeys.one, id],
    queryFn: async ({ signal }): Promise<WholeDocument> => {
      const answer = await unwrap(api.GET('/api/documents/{id}', { params: { path: { id } }, signal }))
      return { document: fromServer(answer.document), waveform: answer.waveform, notes: answer.notes ?? '' }
    },
  })

export interface Overview {
  genres: { name: string; count: number }[]
  /** The largest upload of each category, in bytes. */
  limits: Record<Category, number>
}

/** Upload limits until the server's own have loaded. */
export const USUAL_LIMITS: Overview['limits'] = { beat: MEDIA.maxAudioBytes, video: MEDIA.maxVideoBytes }

export const overviewQuery = queryOptions({
  queryKey: documentKeys.overview,
  queryFn: async ({ signal }): Promise<Overview> => {
    const { genres, limits } = await unwrap(api.GET('/api/documents/categories/list', { signal }))
    return { genres, limits }
  },
})
