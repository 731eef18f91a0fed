// Fetches files that the server makes, with the bearer token, which a plain link cannot send, and with the server's
// file name. A refusal becomes an ApiError.
import { ApiError } from './error'
import { bearer } from './token'

export interface FetchedFile {
  name: string
  content: Blob
}

/** Fetches a file. `path` begins with /api; `fallbackName` is used if the response has no file name. */
export async function fetchFile(path: string, fallbackName: string): Promise<FetchedFile> {
  const token = bearer.get()
  const headers = token === null ? undefined : { Authorization: `Bearer ${token}` }
  const response = await globalThis.fetch(new URL(path, globalThis.location.origin), { headers })
  if (response.status === 401 && token !== null) bearer.rejected(token)
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null)
    throw new ApiError(response.status, body, response.headers.get('Retry-After'))
  }
  return {
    name: nameOf(response.headers.get('Content-Disposition')) ?? fallbackName,
    content: await response.blob(),
  }
}

/** Parses the file name of a Content-Disposition header (RFC 6266); the UTF-8 form takes precedence. */
export function nameOf(header: string | null): string | null {
  if (header === null) return null
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1]
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1')
  const plain = /filename\s*=\s*([^";\s]+)/i.exec(header)?.[1]
  const name = (encoded === undefined ? undefined : decodeName(encoded)) ?? quoted ?? plain
  // Slashes are replaced: a file name must not be a path.
  return name?.replace(/[/\\]/g, '_').trim() || null
}

function decodeName(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}
