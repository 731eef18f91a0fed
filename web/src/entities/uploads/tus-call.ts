// Uploads a large file by the tus protocol: in pieces, resuming after the last byte that the server has. A lost
// connection is retried for a while.
import { DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { connection } from '@/shared/api/connection'
import { ApiError } from '@/shared/api/error'
import { bearer } from '@/shared/api/token'
import { LIBRARY } from '@/shared/config/limits'

const ENDPOINT = '/api/uploads'
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000]

interface Resumable {
  file: File
  metadata: Record<string, string>
  /** The URL of an upload that stopped earlier; null for a new upload. */
  url: string | null
  /** Called with the URL of the upload as soon as the server has assigned it. */
  onUrl: (url: string) => void
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
  /** Aborts the transfer. The bytes that the server has received stay there. */
  signal: AbortSignal
}

/** Returns the last answer. Throws an ApiError if the server refuses, an AbortError if stopped, a TypeError if it does not answer. */
export function sendResumable(wanted: Resumable): Promise<HttpResponse> {
  const { file, metadata, url, onUrl, onProgress, signal } = wanted
  return new Promise((resolve, reject) => {
    let token: string | null = null
    const stoppedError = () => new DOMException('the upload was stopped', 'AbortError')
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      uploadUrl: url,
      metadata,
      chunkSize: LIBRARY.uploadPiece,
      retryDelays: RETRY_DELAYS_MS,
      // This app stores the upload URLs itself (stored-uploads.ts).
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        token = bearer.get()
        if (token !== null) request.setHeader('Authorization', `Bearer ${token}`)
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        return status === 0 || status === 409 || status === 423 || status >= 500
      },
      onUploadUrlAvailable: () => {
        if (upload.url !== null) onUrl(upload.url)
      },
      onProgress,
      onSuccess: ({ lastResponse }) => resolve(lastResponse),
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null
        const status = answer?.getStatus() ?? 0
        if (status === 401 && token !== null) bearer.rejected(token)
        if (answer && status > 0)
          reject(new ApiError(status, parseBody(answer.getBody()), answer.getHeader('Retry-After') ?? null))
        else {
          connection.check()
          reject(new TypeError('the upload was not answered'))
        }
      },
    })
    if (signal.aborted) return reject(stoppedError())
    signal.addEventListener('abort', () => upload.abort().then(() => reject(stoppedError())), { once: true })
    upload.start()
  })
}

/**
 * Deletes an unfinished upload on the server, without waiting for the response: the server deletes it after a day
 * anyway.
 */
export function discard(url: string) {
  const token = bearer.get()
  fetch(url, {
    method: 'DELETE',
    headers: { 'Tus-Resumable': '1.0.0', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
  }).catch(() => {})
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
