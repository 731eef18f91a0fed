// Signed links to an item's file. A media element and a download cannot send the bearer token, so they get an address
// with a ticket that is valid for a while.
import { api, unwrap } from '@/shared/api/client'

export async function mediaUrl(id: string, purpose: 'stream' | 'download'): Promise<string> {
  const params = { path: { id }, query: { purpose } }
  return (await unwrap(api.POST('/api/documents/{id}/ticket', { params }))).url
}

/** The HTTP status of a media address that failed to play, or null if the server does not answer. */
export async function mediaStatus(url: string): Promise<number | null> {
  try {
    const answer = await fetch(url, { headers: { Range: 'bytes=0-0' }, cache: 'no-store' })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}

/** Fetches a ticket for an item's file and starts the browser's own download. */
export async function download(id: string): Promise<void> {
  startDownload(await mediaUrl(id, 'download'))
}

export function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  // The server sets the file name. The attribute makes the browser download the file instead of opening it.
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
