// Drives the media element: gets a ticketed address for the track, follows play and pause, and finds the reason of a
// failure. An expired address or a broken connection is replaced in place, and the track continues where it was.
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react'
import type { Document } from '@/entities/documents/document'
import { mediaStatus, mediaUrl } from '@/entities/documents/tickets'
import { player } from '@/entities/player/player'
import { ApiError } from '@/shared/api/error'
import { MEDIA } from '@/shared/config/limits'
import { player as copy } from '@/shared/copy/media'

interface MediaState {
  time: number
  duration: number
  isReady: boolean
  error: string | null
  volume: number
  isMuted: boolean
}

export interface Media extends MediaState {
  element: RefObject<HTMLVideoElement | null>
  seek: (seconds: number) => void
  skip: (seconds: number) => void
  setVolume: (volume: number) => void
  toggleMute: () => void
}

/** The ticket has expired or the session is over; requesting a new ticket tells which. */
const REFUSED = 403
/** How often a failed address is replaced. The count starts again when playback advances. */
const MOST_RECOVERIES = 2

const START: MediaState = { time: 0, duration: 0, isReady: false, error: null, volume: 1, isMuted: false }

export function useMedia(document: Document, isPlaying: boolean): Media {
  const element = useRef<HTMLVideoElement>(null)
  const [state, set] = useReducer((now: MediaState, change: Partial<MediaState>) => ({ ...now, ...change }), {
    ...START,
    duration: document.duration ?? 0,
  })
  const recoveries = useRef(0)
  const { id, category } = document
  // The server's duration is only used until the file's own is known; a change of it must not reload the track.
  const knownDuration = useRef(document.duration)
  knownDuration.current = document.duration

  const play = useCallback(async () => {
    try {
      await element.current?.play()
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      // AbortError: paused or replaced meanwhile. NotSupportedError: also reported by the element's error event.
      if (name === 'AbortError' || name === 'NotSupportedError') return
      player.setPlaying(false)
      // NotAllowedError: the browser requires a click first, and the play button is there for that.
      if (name !== 'NotAllowedError') set({ error: copy.playbackFailed })
    }
  }, [])

  // Loads a track and follows its media events until it is replaced.
  useEffect(() => {
    const media = element.current
    if (media === null) return
    let isOver = false
    recoveries.current = 0
    set({ time: 0, duration: knownDuration.current ?? 0, isReady: false, error: null })

    const fail = (error: string) => {
      if (isOver) return
      player.setPlaying(false)
      set({ error, isReady: false })
    }
    const load = async (from: number) => {
      try {
        const url = await mediaUrl(id, 'stream')
        if (isOver) return
        media.src = url
        if (from > 0) media.currentTime = from
        if (player.get().isPlaying) play()
      } catch (error) {
        fail(error instanceof ApiError ? copy.loadFailedStatus(error.status) : copy.loadFailed)
      }
    }
    const onError = async () => {
      const code = media.error?.code
      const url = media.currentSrc
      if (isOver || code === undefined || url === '') return
      const status = await mediaStatus(url)
      if (isOver) return
      const isLost = status === REFUSED || code === MediaError.MEDIA_ERR_NETWORK
      if (isLost && recoveries.current < MOST_RECOVERIES) {
        recoveries.current += 1
        set({ isReady: false })
        load(media.currentTime)
      } else if (status !== null && status >= 400) fail(copy.loadFailedStatus(status))
      else fail(copy.loadFailed)
    }
    const onLoaded = () => {
      // A video whose picture the browser cannot decode counts as failed, although its sound would play.
      if (category === 'video' && media.videoWidth === 0) fail(copy.loadFailed)
      else if (Number.isFinite(media.duration)) set({ duration: media.duration })
    }
    const onTime = () => {
      if (media.currentTime > 0 && !media.seeking) recoveries.current = 0
      set({ time: media.currentTime })
    }
    const onReady = () => set({ isReady: true })
    const onWaiting = () => set({ isReady: false })
    const onPause = () => {
      // A pause event also comes when the media is replaced or has failed; only a real pause changes the state.
      if (media.error === null && media.readyState > 0) player.setPlaying(false)
    }
    const onPlay = () => player.setPlaying(true)
    const listeners: [string, () => void][] = [
      ['error', onError],
      ['loadedmetadata', onLoaded],
      ['timeupdate', onTime],
      ['seeking', onTime],
      ['canplay', onReady],
      ['playing', onReady],
      ['waiting', onWaiting],
      ['pause', onPause],
      ['play', onPlay],
    ]
    for (const [event, listener] of listeners) media.addEventListener(event, listener)
    load(0)
    return () => {
      isOver = true
      for (const [event, listener] of listeners) media.removeEventListener(event, listener)
      // A media element that is removed from the page keeps playing unless it is paused.
      media.pause()
      media.removeAttribute('src')
      media.load()
    }
  }, [id, category, play])

  useEffect(() => {
    const media = element.current
    if (media === null || !media.getAttribute('src')) return
    if (isPlaying && media.paused) play()
    else if (!isPlaying && !media.paused) media.pause()
  }, [isPlaying, play])

  const seek = useCallback((seconds: number) => {
    const media = element.current
    if (media === null || !Number.isFinite(media.duration)) return
    media.currentTime = Math.min(media.duration, Math.max(0, seconds))
    set({ time: media.currentTime })
  }, [])
  const skip = useCallback((seconds: number) => seek((element.current?.currentTime ?? 0) + seconds), [seek])

  const setVolume = useCallback((wanted: number) => {
    const media = element.current
    if (media === null) return
    const volume = Math.min(1, Math.max(0, Math.round(wanted / MEDIA.volumeStep) * MEDIA.volumeStep))
    media.volume = volume
    media.muted = volume === 0
    set({ volume, isMuted: volume === 0 })
  }, [])
  const toggleMute = useCallback(() => {
    const media = element.current
    if (media === null) return
    if (media.muted) {
      media.muted = false
      media.volume = MEDIA.unmuteVolume
      set({ isMuted: false, volume: MEDIA.unmuteVolume })
    } else {
      media.muted = true
      set({ isMuted: true })
    }
  }, [])

  return { ...state, element, seek, skip, setVolume, toggleMute }
}
