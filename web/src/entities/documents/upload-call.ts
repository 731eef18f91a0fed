// Sends one file with XMLHttpRequest, because fetch does not report upload progress.
import type { Schemas } from '@/shared/api/client'
import { connection } from '@/shared/api/connection'
import { ApiError } from '@/shared/api/error'
import { bearer } from '@/shared/api/token'
import { type Category, type Document, fromServer } from './document'

const ADDRESS = '/api/documents/upload'

interface Sending {
  file: File
  title: string
  category: Category
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

export interface Sent {
  document: Document
  message: string
  /** The title of the item that has the same content already. */
  duplicateOf: string | null
}

/** Throws an ApiError if the server refuses, an AbortError if cancelled, a TypeError if the server does not answer. */
export function sendFile({ file, title, category, onProgress, signal }: Sending): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', ADDRESS)
    call.responseType = 'json'
    const token = bearer.get()
    if (token !== null) call.setRequestHeader('Authorization', `Bearer ${token}`)
    const cancel = () => call.abort()
    signal.addEventListener('abort', cancel, { once: true })

    call.upload.onprogress = ({ loaded, total }) => {
      // The multipart form around the file counts too, so the progress is scaled to the file's own size.
      onProgress(total > 0 ? Math.min(file.size, Math.round((loaded / total) * file.size)) : loaded)
    }
    call.onload = () => {
      if (call.status === 401 && token !== null) bearer.rejected(token)
      if (call.status === 201) resolve(read(call.response as Schemas['UploadAnswer']))
      else reject(new ApiError(call.status, call.response, call.getResponseHeader('Retry-After')))
    }
    call.onerror = () => {
      connection.check()
      reject(new TypeError('the upload was not answered'))
    }
    call.onabort = () => reject(new DOMException('the upload was cancelled', 'AbortError'))
    call.onloadend = () => signal.removeEventListener('abort', cancel)

    if (signal.aborted) return call.onabort(new ProgressEvent('abort'))
    call.send(form(file, title, category))
  })
}

function form(file: File, title: string, category: Category): FormData {
  const data = new FormData()
  data.set('title', title)
  data.set('category', category)
  data.set('document', file)
  return data
}

function read({ document, message, duplicate_of }: Schemas['UploadAnswer']): Sent {
  return { document: fromServer(document), message, duplicateOf: duplicate_of?.title ?? null }
}
