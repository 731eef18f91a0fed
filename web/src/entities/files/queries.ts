// The files of a beat beside the one that plays.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { documentKeys } from '../documents/queries'
import { type BeatFile, fromServer } from './file'

export const filesQuery = (documentId: string) =>
  queryOptions({
    // Under the library's key, so that it is fetched again when something in the library has changed.
    queryKey: [...documentKeys.all, 'files', documentId],
    queryFn: async ({ signal }): Promise<BeatFile[]> => {
      const call = { params: { path: { id: documentId } }, signal }
      return (await unwrap(api.GET('/api/documents/{id}/files', call))).files.map(fromServer)
    },
  })

/** The files of a beat and with them its roles have changed. */
export function invalidateFiles(client: QueryClient, documentId: string) {
  return Promise.all([
    client.invalidateQueries({ queryKey: filesQuery(documentId).queryKey }),
    client.invalidateQueries({ queryKey: [...documentKeys.one, documentId] }),
  ])
}
