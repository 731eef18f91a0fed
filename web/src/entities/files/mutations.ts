// Changing and deleting a file of a beat.
import type { QueryClient } from '@tanstack/react-query'
import { api, asKeepalive, type Schemas, unwrap } from '@/shared/api/client'
import { invalidateFiles } from './queries'

export type FileChange = Schemas['FileRequest']

export async function changeFile(
  client: QueryClient,
  documentId: string,
  fileId: string,
  change: FileChange,
) {
  const call = { params: { path: { id: documentId, file: fileId } }, body: change }
  const { file } = await unwrap(api.PUT('/api/documents/{id}/files/{file}', call))
  await invalidateFiles(client, documentId)
  return file
}

/**
 * Deletes a file. A file that licenses promise can be deleted only with the password. The request outlives the page.
 */
export async function removeFile(client: QueryClient, documentId: string, fileId: string, password?: string) {
  const call = {
    params: { path: { id: documentId, file: fileId } },
    ...(password === undefined ? {} : { body: { anyway: true, password } }),
    ...asKeepalive(),
  }
  await unwrap(api.DELETE('/api/documents/{id}/files/{file}', call))
  await invalidateFiles(client, documentId)
}
