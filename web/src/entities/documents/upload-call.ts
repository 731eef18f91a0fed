// Sends one file in a form with XMLHttpRequest, because fetch does not report upload progress.
import type { Schemas } from '@/shared/api/client'
import { connection } from '@/shared/api/connection'
import { ApiError } from '@/shared/api/error'
import { bearer } from '@/shared/api/token'
import { type Category, type Document, fromServer } from './document'

interface Progress {
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

export interface UploadedItem {
  document: Document
  message: string
  /** The title of the item that has the same content already. */
  duplicateOf: string | null
}

type Item = Progress & { file: File; title: string; category: Category }

/** Uploads a new item of the library. Throws the same errors as sendForm. */
export async function sendFile({ file, title, category, ...progress }: Item): Promise<UploadedItem> {
  const form = new FormData()
  form.set('title', title)
  form.set('category', category)
  form.set('document', file)
  const answer = await sendForm('/api/documents/upload', form, file.size, progress)
  return readSent(answer as Schemas['UploadAnswer'])
}

/** Throws an ApiError if the server refuses, an AbortError if canceled, a TypeError if the server does not answer. */
export function sendForm(
  address: string,
  form: FormData,
  size: number,
  { onProgress, signal }: Progress,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', address)
    call.responseType = 'json'
    const token = bearer.get()
    if (token !== null) call.setRequestHeader('Authorization', `Bearer ${token}`)
    const cancel = () => call.abort()
    signal.addEventListener('abort', cancel, { once: true })

    call.upload.onprogress = ({ loaded, total }) => {
      // The progress event counts the whole form, so it is scaled to the size of the file.
      onProgress(total > 0 ? Math.min(size, Math.round((loaded / total) * size)) : loaded)
    }
    call.onload = () => {
      if (call.status === 401 && token !== null) bearer.rejected(token)
      if (call.status === 201) resolve(call.response)
      else reject(new ApiError(call.status, call.response, call.getResponseHeader('Retry-After')))
    }
    call.onerror = () => {
      connection.check()
      reject(new TypeError('the upload was not answered'))
    }
    call.onabort = () => reject(new DOMException('the upload was cancelled', 'AbortError'))
    call.onloadend = () => signal.removeEventListener('abort', cancel)

    if (signal.aborted) return call.onabort(new ProgressEvent('abort'))
    call.send(form)
  })
}

function readSent({ document, message, duplicate_of }: Schemas['UploadAnswer']): UploadedItem {
  return { document: fromServer(document), message, duplicateOf: duplicate_of?.title ?? null }
}
