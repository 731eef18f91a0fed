// Signed links to a file of a beat, for a media element and for a download.
import { api, unwrap } from '@/shared/api/client'
import { startDownload } from '../documents/tickets'

export async function fileUrl(
  documentId: string,
  fileId: string,
  purpose: 'stream' | 'download',
): Promise<string> {
  const params = { path: { id: documentId, file: fileId }, query: { purpose } }
  return (await unwrap(api.POST('/api/documents/{id}/files/{file}/ticket', { params }))).url
}

export async function downloadFile(documentId: string, fileId: string): Promise<void> {
  startDownload(await fileUrl(documentId, fileId, 'download'))
}
