// The query of a beat's further files, without the file that plays.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { documentKeys } from '../documents/queries'
import { type BeatFile, fromServer } from './file'

export const filesQuery = (documentId: string) =>
  queryOptions({
    // Below the library's query key, so that it is refetched whenever the library has changed.
    queryKey: [...documentKeys.all, 'files', documentId],
    queryFn: async ({ signal }): Promise<BeatFile[]> => {
      const call = { params: { path: { id: documentId } }, signal }
      return (await unwrap(api.GET('/api/documents/{id}/files', call))).files.map(fromServer)
    },
  })

/** Invalidates a beat's files, and the lists that show which roles it has. */
export function invalidateFiles(client: QueryClient, documentId: string) {
  return Promise.all([
    client.invalidateQueries({ queryKey: filesQuery(documentId).queryKey }),
    client.invalidateQueries({ queryKey: [...documentKeys.one, documentId] }),
  ])
}
