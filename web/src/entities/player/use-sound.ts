// Plays one short sound at a time beside the player, such as a file of a beat, a voice tag or a preview. The player
// pauses meanwhile, and the sound stops when the player starts.
import { useEffect, useRef, useState } from 'react'
import { TOASTS } from '@/shared/config/limits'
import { toast } from '@/shared/ui/toast/toast'
import { session } from '../session/session'
import { player } from './player'

interface Sound {
  /** The id of the sound that is playing; null if none is. */
  playingId: string | null
  toggle: (id: string) => void
}

/** `urlOf` returns a link to a sound; `failed` is the message if it cannot be played. */
export function useSound(urlOf: (id: string) => Promise<string>, failed: string): Sound {
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

  async function toggle(id: string) {
    const element = sound.current
    if (element === null) return
    if (playingId === id) return element.pause()
    try {
      player.setPlaying(false)
      if (loadedId.current !== id) {
        element.src = await urlOf(id)
        loadedId.current = id
      }
      await element.play()
      setPlayingId(id)
    } catch (error) {
      // Another sound was chosen meanwhile.
      if (error instanceof DOMException && error.name === 'AbortError') return
      loadedId.current = null
      toast.error(failed, TOASTS.other)
    }
  }

  return { playingId, toggle }
}
