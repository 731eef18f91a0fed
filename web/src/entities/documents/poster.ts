// The poster image of a video, made in the browser: a frame near the start, scaled down, sent after the video itself.
// For a video that the browser cannot decode the server makes the image.
import { api, unwrap } from '@/shared/api/client'
import { type Document, fromServer } from './document'

/** The longest side that is sent. The server keeps a smaller picture and refuses one with sides over 4096 pixels. */
const LONGEST_SIDE = 960
const PATIENCE_MS = 10_000
const QUALITY = 0.82

/** A JPEG of the file, or null where this browser cannot make one. */
export async function capturePoster(file: Blob): Promise<Blob | null> {
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  try {
    video.src = address
    await eventOf(video, 'loadedmetadata')
    if (video.videoWidth === 0) return null
    video.currentTime = momentOf(video.duration)
    await eventOf(video, 'seeked')
    return await drawFrame(video)
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

export async function sendPoster(id: string, picture: Blob): Promise<Document> {
  const answer = await unwrap(
    api.PUT('/api/documents/{id}/thumbnail', {
      params: { path: { id } },
      // The body is the picture itself. The generated API type for raw bytes does not match a Blob.
      body: picture as never,
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'Content-Type': picture.type },
    }),
  )
  return fromServer(answer.document)
}

/** The second of the video at which the poster frame is taken. It is not 0, because the first frame is often black. */
export function momentOf(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? Math.min(1, duration / 10) : 0
}

/** Scales width and height down so that the longer one is at most LONGEST_SIDE. */
export function posterSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function eventOf(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event}`)), PATIENCE_MS)
    const settle = (then: () => void) => () => {
      clearTimeout(timer)
      then()
    }
    video.addEventListener(event, settle(resolve), { once: true })
    video.addEventListener(
      'error',
      settle(() => reject(new Error('unreadable'))),
      { once: true },
    )
  })
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { width, height } = posterSize(video.videoWidth, video.videoHeight)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
