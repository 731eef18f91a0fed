// Uploads one file of the list: a new item of the library or a file for an item, in a form or, if it is large, in
// pieces.
import { type Document, fromServer } from '@/entities/documents/document'
import { sendFile, sendForm, type UploadedItem } from '@/entities/documents/upload-call'
import { api, unwrap } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { LIBRARY } from '@/shared/config/limits'
import type { UploadTarget } from './stored-uploads'

export const isLarge = ({ size }: Pick<File, 'size'>) => size > LIBRARY.resumableOver

interface SendOptions {
  file: File
  target: UploadTarget
  /** The server's URL of an unfinished upload of this file; null for a new upload. */
  url: string | null
  onUrl: (url: string) => void
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Uploads one file. Returns the new item, or null for a file that was added to an item. Throws the same errors as
 * sendForm.
 */
export async function sendUpload(sending: SendOptions): Promise<UploadedItem | null> {
  const { file, target, onProgress, signal } = sending
  if (isLarge(file)) return sendInPieces(sending)
  if (!('documentId' in target))
    return sendFile({ file, title: target.title, category: target.category, onProgress, signal })
  const form = new FormData()
  form.set('role', target.role)
  form.set('file', file)
  await sendForm(`/api/documents/${target.documentId}/files`, form, file.size, { onProgress, signal })
  return null
}

async function sendInPieces(sending: SendOptions): Promise<UploadedItem | null> {
  const { file, target, url } = sending
  // The code for large files is loaded with the first one.
  const { sendResumable } = await import('./tus-call')
  const metadata: Record<string, string> =
    'documentId' in target
      ? { document: target.documentId, role: target.role, filename: file.name }
      : { filename: file.name }
  const send = (from: string | null) => sendResumable({ ...sending, metadata, url: from })
  const answer = await send(url).catch((error: unknown) => {
    // The server has forgotten the unfinished upload: it starts over.
    const isForgotten = error instanceof ApiError && [404, 410].includes(error.status)
    if (url !== null && isForgotten) return send(null)
    throw error
  })
  if ('documentId' in target) return null
  const document = await applyTitle(answer.getHeader('Upload-Document') ?? '', target.title)
  return { document, message: '', duplicateOf: null }
}

/** Sets the title of a new item, which the server has named after the file, and returns the item. */
async function applyTitle(id: string, title: string): Promise<Document> {
  const params = { path: { id } }
  const { document } = await unwrap(api.GET('/api/documents/{id}', { params }))
  if (document.title === title) return fromServer(document)
  return fromServer((await unwrap(api.PUT('/api/documents/{id}', { params, body: { title } }))).document)
}
