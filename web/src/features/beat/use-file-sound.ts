// Plays one file of a beat at a time, to compare versions. The player pauses meanwhile, and the other way around.
import { useEffect, useRef, useState } from 'react'
import { fileUrl } from '@/entities/files/tickets'
import { player } from '@/entities/player/player'
import { session } from '@/entities/session/session'
import { TOASTS } from '@/shared/config/limits'
import { beatFiles as copy } from '@/shared/copy/beat'
import { toast } from '@/shared/ui/toast/toast'

interface FileSound {
  /** The file that plays now. */
  playingId: string | null
  toggle: (fileId: string) => void
}

export function useFileSound(documentId: string): FileSound {
  const [playingId, setPlayingId] = useState<string | null>(null)
  const sound = useRef<HTMLAudioElement | null>(null)
  const loadedId = useRef<string | null>(null)

  useEffect(() => {
    const element = new Audio()
    sound.current = element
    const stop = () => setPlayingId(null)
    element.addEventListener('ended', stop)
    element.addEventListener('pause', stop)
    const unsubscribe = player.subscribe(() => {
      if (player.get().isPlaying) element.pause()
    })
    return () => {
      unsubscribe()
      element.pause()
      element.removeAttribute('src')
      element.load()
    }
  }, [])

  useEffect(() => (playingId === null ? undefined : session.activity.media()), [playingId])

  async function toggle(fileId: string) {
    const element = sound.current
    if (element === null) return
    if (playingId === fileId) return element.pause()
    try {
      player.setPlaying(false)
      if (loadedId.current !== fileId) {
        element.src = await fileUrl(documentId, fileId, 'stream')
        loadedId.current = fileId
      }
      await element.play()
      setPlayingId(fileId)
    } catch (error) {
      // Another file was chosen meanwhile.
      if (error instanceof DOMException && error.name === 'AbortError') return
      loadedId.current = null
      toast.error(copy.playFailed, TOASTS.other)
    }
  }

  return { playingId, toggle }
}
