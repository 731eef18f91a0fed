// Drives the media element: gets a ticketed address for the track, follows play and pause, and finds the reason of a
// failure. An expired address or a broken connection is replaced in place, and the track continues where it was.
import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react'
import { type Document, formatOf, nameOf } from '@/entities/documents/document'
import { mediaStatus, mediaUrl } from '@/entities/documents/tickets'
import { player, usePlayer } from '@/entities/player/player'
import { setProgress } from '@/entities/player/progress'
import { ApiError } from '@/shared/api/error'
import { MEDIA, TOASTS } from '@/shared/config/limits'
import { player as copy } from '@/shared/copy/library/player'
import { toast } from '@/shared/ui/toast/toast'

/** The message of a playback failure, and its reason if it is known. */
export interface MediaFailure {
  text: string
  reason: string | null
}

interface MediaState {
  time: number
  duration: number
  isReady: boolean
  error: MediaFailure | null
  /** True once the file is known to have a picture; a WebM file may have sound only. */
  hasPicture: boolean
}

export interface Media extends MediaState {
  element: RefObject<HTMLVideoElement | null>
  volume: number
  isMuted: boolean
  seek: (seconds: number) => void
  skip: (seconds: number) => void
  setVolume: (volume: number) => void
  toggleMute: () => void
}

/** The status of an expired ticket or an ended session; requesting a new ticket shows which. */
const REFUSED = 403
/** How often a failed media URL is replaced. The count is reset when playback advances. */
const MOST_RECOVERIES = 2

export function useMedia(document: Document, isPlaying: boolean): Media {
  const element = useRef<HTMLVideoElement>(null)
  const { volume, isMuted, serial } = usePlayer()
  const [state, set] = useReducer((now: MediaState, change: Partial<MediaState>) => ({ ...now, ...change }), {
    time: player.get().startAt,
    duration: document.duration ?? 0,
    isReady: false,
    error: null,
    hasPicture: document.category === 'video',
  })
  const recoveries = useRef(0)
  const { id } = document
  // Data of the track that may change while it plays; a change must not load the track again.
  const known = useRef(document)
  known.current = document

  const play = useCallback(async () => {
    try {
      await element.current?.play()
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      // AbortError: paused or replaced meanwhile. NotSupportedError: also reported by the element's error event.
      if (name === 'AbortError' || name === 'NotSupportedError') return
      player.setPlaying(false)
      // NotAllowedError: the browser requires a click first, and the play button is there for that.
      if (name !== 'NotAllowedError') set({ error: { text: copy.playbackFailed, reason: null } })
    }
  }, [])

  // Loads a track and follows its media events until it is replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new serial loads the same track again
  useEffect(() => {
    const media = element.current
    if (media === null) return
    let isOver = false
    const { startAt } = player.get()
    const { category, duration } = known.current
    recoveries.current = 0
    set({
      time: startAt,
      duration: duration ?? 0,
      isReady: false,
      error: null,
      hasPicture: category === 'video',
    })
    setProgress({ id, time: startAt, duration: duration ?? 0 })

    const fail = (text: string, reason: string | null) => {
      if (isOver) return
      const { isAutomatic } = player.get()
      if (isAutomatic && player.skipUnplayable()) {
        toast.info(copy.passedOver(nameOf(known.current)), { ...TOASTS.other, description: reason ?? text })
        return
      }
      player.setPlaying(false)
      set({ error: { text, reason }, isReady: false })
    }
    const load = async (from: number) => {
      if (isRefusedFormat(known.current)) return fail(copy.loadFailed, reasonOf(known.current))
      try {
        const url = await mediaUrl(id, 'stream')
        if (isOver) return
        media.src = url
        if (from > 0) media.currentTime = from
        if (player.get().isPlaying) play()
      } catch (error) {
        fail(error instanceof ApiError ? copy.loadFailedStatus(error.status) : copy.loadFailed, null)
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
      } else if (status !== null && status >= 400) fail(copy.loadFailedStatus(status), null)
      else fail(copy.loadFailed, status === null ? copy.noAnswer : reasonOf(known.current))
    }
    const onLoaded = () => {
      const hasPicture = media.videoWidth > 0
      // The server created a poster, so the file has a picture that this browser cannot decode.
      if (category === 'video' && !hasPicture && known.current.thumbnail !== null)
        return fail(copy.loadFailed, reasonOf(known.current))
      set({ hasPicture, ...(Number.isFinite(media.duration) ? { duration: media.duration } : {}) })
    }
    const onTime = () => {
      if (media.currentTime > 0 && !media.seeking) recoveries.current = 0
      set({ time: media.currentTime })
      const length = Number.isFinite(media.duration) ? media.duration : (known.current.duration ?? 0)
      setProgress({ id, time: media.currentTime, duration: length })
    }
    const onReady = () => set({ isReady: true })
    const onWaiting = () => set({ isReady: false })
    const onPause = () => {
      // A pause event also comes when the media is replaced, has failed or is over; only a real pause changes the state.
      if (media.error === null && media.readyState > 0 && !media.ended) player.setPlaying(false)
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
      ['ended', player.ended],
    ]
    for (const [event, listener] of listeners) media.addEventListener(event, listener)
    load(startAt)
    return () => {
      isOver = true
      for (const [event, listener] of listeners) media.removeEventListener(event, listener)
      // A media element that is removed from the page keeps playing unless it is paused.
      media.pause()
      media.removeAttribute('src')
      media.load()
    }
  }, [id, serial, play])

  useEffect(() => {
    const media = element.current
    if (media === null || !media.getAttribute('src')) return
    if (isPlaying && media.paused) play()
    else if (!isPlaying && !media.paused) media.pause()
  }, [isPlaying, play])

  useEffect(() => {
    const media = element.current
    if (media === null) return
    media.volume = volume
    media.muted = isMuted
  }, [volume, isMuted])

  const seek = useCallback(
    (seconds: number) => {
      const media = element.current
      if (media === null || !Number.isFinite(media.duration)) return
      media.currentTime = Math.min(media.duration, Math.max(0, seconds))
      set({ time: media.currentTime })
      // The element reports the new position later; a page that is closed before that must still store it.
      setProgress({ id, time: media.currentTime, duration: media.duration })
    },
    [id],
  )
  const skip = useCallback((seconds: number) => seek((element.current?.currentTime ?? 0) + seconds), [seek])
  useEffect(() => player.attach({ seek }), [seek])

  return { ...state, element, volume, isMuted, seek, skip, setVolume, toggleMute }
}

function setVolume(wanted: number) {
  const volume = Math.min(1, Math.max(0, Math.round(wanted / MEDIA.volumeStep) * MEDIA.volumeStep))
  player.setSound({ volume, isMuted: volume === 0 })
}

function toggleMute() {
  const { volume, isMuted } = player.get()
  player.setSound(isMuted ? { volume: MEDIA.unmuteVolume, isMuted: false } : { volume, isMuted: true })
}

/** True for a format that the server accepts but no browser plays. */
function isRefusedFormat(document: Document): boolean {
  return document.playable === false
}

function reasonOf(document: Document): string {
  return copy.cannotPlay(formatOf(document))
}
