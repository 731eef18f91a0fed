// The player: one window in three sizes around one media element, which stays mounted through all of them, so that
// playback does not stop when the size or the screen changes.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Maximize2, Minimize2, Minus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { documentQuery } from '@/entities/documents/queries'
import { type PlayerMode, player } from '@/entities/player/player'
import { session } from '@/entities/session/session'
import { MEDIA } from '@/shared/config/limits'
import { player as copy } from '@/shared/copy/media'
import { cx } from '@/shared/lib/cx'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { AudioScene } from './audio-scene'
import { Deck } from './deck'
import { actionOf, type KeyAction } from './keys'
import { MiniBar } from './mini-bar'
import { StageButton } from './stage-button'
import { useDrag } from './use-drag'
import { useIdleControls } from './use-idle-controls'
import { type Media, useMedia } from './use-media'
import { useMediaSession } from './use-media-session'
import './player.css'

type PlayerWindowProps = {
  document: Document
  mode: PlayerMode
  isPlaying: boolean
  onDownload: () => void
  onDelete: () => void
}

const VOLUME_KEY_STEP = 0.05

export function PlayerWindow({ document: track, mode, isPlaying, onDownload, onDelete }: PlayerWindowProps) {
  const media = useMedia(track, isPlaying)
  const { data: whole } = useQuery(documentQuery(track.id))
  const isVideo = track.category === 'video'
  const isMini = mode === 'minimized'
  const waveform = whole?.waveform ?? null
  const title = nameOf(track)
  const [showsControls, stir] = useIdleControls(isVideo && isPlaying && !isMini && media.error === null)
  const { offset, bar } = useDrag(mode === 'windowed', toggleMaximized)
  const frame = useFocusInside(isMini)
  useMediaSession(track, isPlaying, media)
  useAwake(isPlaying)
  usePageMark(mode)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    stir()
    const action = actionOf(event, (event.target as HTMLElement).tagName)
    if (action === null) return
    event.preventDefault()
    act(action, media, mode)
  }

  return (
    <section
      ref={frame}
      role="dialog"
      aria-label={copy.window(title)}
      tabIndex={-1}
      data-mode={mode}
      onKeyDown={onKeyDown}
      onPointerMove={stir}
      onFocus={stir}
      style={{ transform: `translate(${offset.x}px, ${offset.y}px)` }}
      className={cx(
        'player-window bg-stage text-stage-ink border border-stage-line shadow-3 glass outline-none',
        mode === 'maximized' ? 'rounded-none' : 'rounded-panel',
        mode === 'windowed' && 'max-sm:rounded-b-none',
        !showsControls && 'cursor-none',
      )}
    >
      {isMini ? null : (
        <div
          {...bar}
          className={cx(
            'flex items-center gap-1 h-12 flex-none pl-5 pr-2 border-b border-stage-line select-none touch-none',
            mode === 'windowed' && 'sm:cursor-grab sm:active:cursor-grabbing',
          )}
        >
          <h2 className="mr-auto min-w-0 truncate text-14 font-medium">{title}</h2>
          <StageButton
            label={copy.minimize}
            icon={<Minus aria-hidden />}
            onClick={() => player.setMode('minimized')}
          />
          <StageButton
            label={mode === 'maximized' ? copy.restore : copy.maximize}
            icon={
              mode === 'maximized' ? (
                <Minimize2 aria-hidden className="size-[18px]" />
              ) : (
                <Maximize2 aria-hidden className="size-[18px]" />
              )
            }
            onClick={toggleMaximized}
          />
          <StageButton label={copy.close} icon={<X aria-hidden />} onClick={player.close} />
        </div>
      )}
      <div className={cx('player-scene relative grow min-h-0', isMini && 'hidden')}>
        {/* biome-ignore lint/a11y/useMediaCaption: a person's own recordings come without captions */}
        <video
          ref={media.element}
          playsInline
          preload="auto"
          aria-label={title}
          poster={isVideo ? (track.thumbnail ?? undefined) : undefined}
          onClick={() => player.setPlaying(!isPlaying)}
          className={isVideo ? 'absolute inset-0 size-full object-contain' : 'hidden'}
        />
        {isVideo ? null : (
          <AudioScene document={track} media={media.element} isPlaying={isPlaying} waveform={waveform} />
        )}
        {media.error === null && !media.isReady ? (
          <p
            role="status"
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 pointer-events-none"
          >
            <span className="flex items-center gap-2.5 px-4 py-2.5 rounded-control bg-stage border border-stage-line">
              <Spinner size={16} />
              {copy.loading}
            </span>
          </p>
        ) : null}
        {media.error === null ? null : (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 bg-stage text-center"
          >
            <CircleAlert aria-hidden className="size-8 text-stage-mark" />
            <p className="text-16 font-medium">{media.error}</p>
            <Button onClick={player.close}>{copy.closePlayer}</Button>
          </div>
        )}
      </div>
      {isMini ? (
        <MiniBar
          title={title}
          time={media.time}
          duration={media.duration}
          isPlaying={isPlaying}
          error={media.error}
        />
      ) : (
        <Deck
          media={media}
          isPlaying={isPlaying}
          waveform={waveform}
          onDownload={onDownload}
          onDelete={onDelete}
          className={cx(isVideo && 'video-deck', !showsControls && 'opacity-0 pointer-events-none')}
        />
      )}
    </section>
  )
}

function toggleMaximized() {
  player.setMode(player.get().mode === 'maximized' ? 'windowed' : 'maximized')
}

function act(action: KeyAction, media: Media, mode: PlayerMode) {
  const volume = media.isMuted ? 0 : media.volume
  const actions: Record<KeyAction, () => void> = {
    toggle: () => player.setPlaying(!player.get().isPlaying),
    back: () => media.skip(-MEDIA.skipSeconds),
    forward: () => media.skip(MEDIA.skipSeconds),
    louder: () => media.setVolume(volume + VOLUME_KEY_STEP),
    softer: () => media.setVolume(volume - VOLUME_KEY_STEP),
    mute: media.toggleMute,
    maximize: toggleMaximized,
    leave: () => (mode === 'maximized' ? player.setMode('windowed') : player.close()),
    previous: player.previous,
    next: player.next,
  }
  actions[action]()
}

/** Moves the focus into the window when it opens, so that its keys work, and back when it closes. */
function useFocusInside(isMini: boolean) {
  const frame = useRef<HTMLElement>(null)
  const wasMini = useRef(isMini)

  useEffect(() => {
    const before = document.activeElement
    const own = frame.current
    own?.focus({ preventScroll: true })
    return () => {
      const isInside = own?.contains(document.activeElement) || document.activeElement === document.body
      if (isInside && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    }
  }, [])

  // Changing the size removes the focused button, so the focus moves to the window.
  useEffect(() => {
    if (wasMini.current !== isMini) frame.current?.focus({ preventScroll: true })
    wasMini.current = isMini
  }, [isMini])
  return frame
}

/** Playing media counts as activity, so that the screen does not lock meanwhile. */
function useAwake(isPlaying: boolean) {
  useEffect(() => (isPlaying ? session.activity.media() : undefined), [isPlaying])
}

/** Marks the page, so that toasts keep clear of the player in the bottom corner. */
function usePageMark(mode: PlayerMode) {
  useEffect(() => {
    document.body.dataset.player = mode
    return () => {
      delete document.body.dataset.player
    }
  }, [mode])
}
