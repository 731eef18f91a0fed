// Connects the player with the media keys of keyboards and headphones, and with the system's display of title and
// picture.
import { useEffect } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { player } from '@/entities/player/player'
import { MEDIA } from '@/shared/config/limits'
import { brand } from '@/shared/copy/brand'
import type { Media } from './use-media'

export function useMediaSession(document: Document, isPlaying: boolean, media: Media) {
  const { seek, skip, time, duration } = media
  const title = nameOf(document)
  const { artist, thumbnail } = document

  useEffect(() => {
    const { mediaSession } = navigator
    if (!mediaSession) return
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: artist ?? '',
      album: brand.name,
      artwork: thumbnail ? [{ src: new URL(thumbnail, location.href).href }] : [],
    })
    return () => {
      mediaSession.metadata = null
    }
  }, [title, artist, thumbnail])

  useEffect(() => {
    const { mediaSession } = navigator
    if (!mediaSession) return
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => player.setPlaying(true)],
      ['pause', () => player.setPlaying(false)],
      ['stop', () => player.close()],
      ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? MEDIA.skipSeconds))],
      ['seekforward', ({ seekOffset }) => skip(seekOffset ?? MEDIA.skipSeconds)],
      ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
      ['previoustrack', () => player.previous()],
      ['nexttrack', () => player.next()],
    ]
    for (const [action, handler] of handlers) setHandler(mediaSession, action, handler)
    return () => {
      for (const [action] of handlers) setHandler(mediaSession, action, null)
    }
  }, [seek, skip])

  useEffect(() => {
    const { mediaSession } = navigator
    if (!mediaSession) return
    mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
    if (duration > 0 && time <= duration) mediaSession.setPositionState?.({ duration, position: time })
  }, [isPlaying, time, duration])
}

/** Sets an action handler; setActionHandler throws for an action that the browser does not support. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
) {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // The browser does not support this action.
  }
}
