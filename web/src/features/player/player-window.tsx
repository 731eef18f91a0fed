// The player: one window in three sizes around one media element, which stays mounted through all of them, so that
// playback does not stop when the size or the screen changes.
import {
  CircleAlert,
  Download,
  Expand,
  ListMusic,
  Maximize2,
  Minimize2,
  Minus,
  PictureInPicture2,
  Shrink,
  SkipForward,
  X,
} from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { type PlayerMode, player } from '@/entities/player/player'
import { useRail } from '@/entities/rail/rail'
import { session } from '@/entities/session/session'
import { MEDIA } from '@/shared/config/limits'
import { player as copy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { AudioScene } from './audio-scene'
import { BeatLink } from './beat-link'
import { Deck } from './deck'
import { actionOf, isFreeSpace, type KeyAction } from './keys'
import { MiniBar } from './mini-bar'
import { QueuePanel } from './queue-panel'
import { StageButton } from './stage-button'
import { useDrag } from './use-drag'
import { useIdleControls } from './use-idle-controls'
import { type MediaFailure, useMedia } from './use-media'
import { useMediaSession } from './use-media-session'
import { useScreen } from './use-screen'
import './player.css'

type PlayerWindowProps = {
  document: Document
  mode: PlayerMode
  isPlaying: boolean
  waveform: number[] | null
  onDownload: () => void
  onDelete: () => void
}

const VOLUME_KEY_STEP = 0.05

export function PlayerWindow({
  document: track,
  mode,
  isPlaying,
  waveform,
  onDownload,
  onDelete,
}: PlayerWindowProps) {
  const media = useMedia(track, isPlaying)
  const isMini = mode === 'minimized'
  const frame = useFocusInside(isMini)
  const screen = useScreen(frame, media.element)
  const isVideo = track.category === 'video' && media.hasPicture
  // While the rail is open it shows the queue, and the mini player docks at its foot.
  const isDocked = useRail() === 'open' && isMini
  const [isQueueOpen, setIsQueueOpen] = useState(false)
  const showsQueue = isQueueOpen && !isDocked
  const toggleQueue = () => setIsQueueOpen((now) => !now)
  const title = nameOf(track)
  const [showsControls, stir] = useIdleControls(isVideo && isPlaying && !isMini && media.error === null)
  const { offset, bar } = useDrag(mode === 'windowed' && !screen.isFull, toggleMaximized)
  useMediaSession(track, isPlaying, media)
  useAwake(isPlaying)
  usePageMark(mode)
  useSpaceAnywhere(frame)

  function runAction(action: KeyAction) {
    const volume = media.isMuted ? 0 : media.volume
    const actions: Record<KeyAction, () => void> = {
      toggle: togglePlaying,
      back: () => media.skip(-MEDIA.skipSeconds),
      forward: () => media.skip(MEDIA.skipSeconds),
      louder: () => media.setVolume(volume + VOLUME_KEY_STEP),
      softer: () => media.setVolume(volume - VOLUME_KEY_STEP),
      mute: media.toggleMute,
      maximize: isVideo && screen.toggleFull !== null ? screen.toggleFull : toggleMaximized,
      leave: () => {
        if (screen.isFull) screen.toggleFull?.()
        else if (showsQueue) setIsQueueOpen(false)
        else if (mode === 'maximized') player.setMode('windowed')
        else player.setMode('minimized')
      },
      previous: player.previous,
      next: player.next,
      queue: toggleQueue,
    }
    actions[action]()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    stir()
    const action = actionOf(event, (event.target as HTMLElement).tagName)
    if (action === null) return
    event.preventDefault()
    runAction(action)
  }

  return (
    <section
      ref={frame}
      role="dialog"
      aria-label={copy.window(title)}
      tabIndex={-1}
      data-mode={mode}
      data-docked={isDocked}
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
          <h2 className="mr-auto min-w-0 truncate text-14 font-medium">
            <BeatLink id={track.id} title={title} />
          </h2>
          <StageButton
            label={copy.queue}
            aria-expanded={showsQueue}
            className={cx(showsQueue && 'bg-stage-line text-stage-ink!')}
            icon={<ListMusic aria-hidden className="size-[18px]" />}
            onClick={toggleQueue}
          />
          {isVideo && screen.togglePicture ? (
            <StageButton
              label={screen.isPicture ? copy.leavePictureInPicture : copy.pictureInPicture}
              icon={<PictureInPicture2 aria-hidden className="size-[18px]" />}
              onClick={screen.togglePicture}
            />
          ) : null}
          {isVideo && screen.toggleFull ? (
            <StageButton
              label={screen.isFull ? copy.leaveFullscreen : copy.fullscreen}
              icon={
                screen.isFull ? (
                  <Shrink aria-hidden className="size-[18px]" />
                ) : (
                  <Expand aria-hidden className="size-[18px]" />
                )
              }
              onClick={screen.toggleFull}
            />
          ) : null}
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
          onClick={togglePlaying}
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
        {media.error === null || isMini ? null : <Failure failure={media.error} onDownload={onDownload} />}
        {showsQueue && !isMini ? (
          <QueuePanel className="absolute inset-y-0 right-0 z-1 w-full sm:w-[340px] border-l border-stage-line" />
        ) : null}
      </div>
      {showsQueue && isMini ? (
        <QueuePanel className="max-h-[min(252px,40dvh)] border-b border-stage-line" />
      ) : null}
      {isMini ? (
        <MiniBar
          document={track}
          media={media}
          isPlaying={isPlaying}
          waveform={waveform}
          isDocked={isDocked}
          isQueueOpen={showsQueue}
          onQueue={toggleQueue}
          onDownload={onDownload}
        />
      ) : media.error === null ? (
        <Deck
          media={media}
          isPlaying={isPlaying}
          waveform={waveform}
          onDownload={onDownload}
          onDelete={onDelete}
          className={cx(isVideo && 'video-deck', !showsControls && 'opacity-0 pointer-events-none')}
        />
      ) : null}
    </section>
  )
}

type FailureProps = { failure: MediaFailure; onDownload: () => void }

/** The message why a track does not play, with the actions that may help. */
function Failure({ failure, onDownload }: FailureProps) {
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 bg-stage text-center"
    >
      <CircleAlert aria-hidden className="size-8 text-stage-mark" />
      <div>
        <p className="text-16 font-medium">{failure.text}</p>
        {failure.reason === null ? null : (
          <p className="mt-1 max-w-[44ch] text-stage-ink-2">{failure.reason}</p>
        )}
      </div>
      <div className="flex flex-wrap justify-center gap-2 mt-1">
        <Button icon={<Download aria-hidden />} onClick={onDownload}>
          {copy.download}
        </Button>
        {player.hasNext() ? (
          <Button icon={<SkipForward aria-hidden />} onClick={player.next}>
            {copy.next}
          </Button>
        ) : null}
        <Button onClick={player.close}>{copy.closePlayer}</Button>
      </div>
    </div>
  )
}

function togglePlaying() {
  player.setPlaying(!player.get().isPlaying)
}

function toggleMaximized() {
  player.setMode(player.get().mode === 'maximized' ? 'windowed' : 'maximized')
}

/** Moves the focus into the window when it opens, so that its keys work, and back when it closes. */
function useFocusInside(isMini: boolean) {
  const frame = useRef<HTMLElement>(null)
  const wasMini = useRef(isMini)

  useEffect(() => {
    const before = document.activeElement
    const own = frame.current
    // A player that opens minimized, as after a reload, does not move the focus.
    if (!wasMini.current) own?.focus({ preventScroll: true })
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

/** Marks the page with the player's mode, so that toasts keep clear of the player in the bottom corner. */
function usePageMark(mode: PlayerMode) {
  useEffect(() => {
    document.body.dataset.player = mode
    return () => {
      delete document.body.dataset.player
    }
  }, [mode])
}

/** Lets the space bar pause and play wherever the focus is, unless the focused element uses the key. */
function useSpaceAnywhere(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isInside = event.target instanceof Node && frame.current?.contains(event.target)
      if (isInside || !isFreeSpace(event)) return
      event.preventDefault()
      togglePlaying()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [frame])
}
