// The mini player: the title, a thin waveform to seek in, previous, play and next, and on hover the buttons to enlarge
// and to close it. Docked in the side rail it is narrower, and its buttons stand in a row of their own.
import { Download, ListMusic, Maximize2, Pause, Play, SkipBack, SkipForward, X } from 'lucide-react'
import { type Document, nameOf } from '@/entities/documents/document'
import { player } from '@/entities/player/player'
import { player as copy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/time/track-time'
import { Cover } from '@/shared/ui/cover'
import { BeatLink } from './beat-link'
import { SeekBar } from './seek-bar'
import { StageButton } from './stage-button'
import type { Media } from './use-media'

type MiniBarProps = {
  document: Document
  media: Media
  isPlaying: boolean
  waveform: number[] | null
  isDocked: boolean
  isQueueOpen: boolean
  onQueue: () => void
  onDownload: () => void
}

export function MiniBar({
  document,
  media,
  isPlaying,
  waveform,
  isDocked,
  isQueueOpen,
  onQueue,
  onDownload,
}: MiniBarProps) {
  const { time, duration, error } = media
  const title = nameOf(document)
  const Go = isPlaying ? Pause : Play
  const moves = (
    <div className={cx('flex items-center flex-none', isDocked && 'justify-center gap-2 mt-1')}>
      <StageButton
        label={copy.previous}
        className="size-8!"
        icon={<SkipBack aria-hidden className="size-[18px]" />}
        disabled={!player.hasPrevious()}
        onClick={player.previous}
      />
      {error === null ? (
        <button
          type="button"
          aria-label={isPlaying ? copy.pause : copy.play}
          onClick={() => player.setPlaying(!isPlaying)}
          className="grid place-items-center size-9 mx-1 flex-none rounded-pill bg-stage-ink text-on-stage hover:opacity-90 focus-visible:outline-stage-mark"
        >
          <Go aria-hidden className={cx('size-4 fill-current', !isPlaying && 'translate-x-px')} />
        </button>
      ) : (
        <StageButton label={copy.download} icon={<Download aria-hidden />} onClick={onDownload} />
      )}
      <StageButton
        label={copy.next}
        className="size-8!"
        icon={<SkipForward aria-hidden className="size-[18px]" />}
        disabled={!player.hasNext()}
        onClick={player.next}
      />
    </div>
  )
  return (
    <div className="group/mini relative px-3 pt-2.5 pb-2">
      <div className="flex items-center gap-2">
        <Cover onStage src={document.thumbnail} name={title} className="size-10" />
        <div className="grow min-w-0 pl-1">
          <BeatLink id={document.id} title={title} className="block w-fit max-w-full font-medium truncate" />
          <p className="num text-12 text-stage-ink-2 truncate" role={error === null ? undefined : 'alert'}>
            {error === null
              ? copy.timeOf(trackTime(time), trackTime(duration))
              : (error.reason ?? error.text)}
          </p>
        </div>
        {isDocked ? null : moves}
        {isDocked ? null : (
          <StageButton
            label={copy.queue}
            aria-expanded={isQueueOpen}
            className={cx('size-8! -ml-1', isQueueOpen && 'bg-stage-line text-stage-ink!')}
            icon={<ListMusic aria-hidden className="size-[18px]" />}
            onClick={onQueue}
          />
        )}
        <div className={cx(revealed, isDocked && 'absolute right-2 top-3 bg-stage-2 rounded-control')}>
          <StageButton
            label={copy.expand}
            className="size-8!"
            icon={<Maximize2 aria-hidden className="size-4" />}
            onClick={() => player.setMode('windowed')}
          />
          <StageButton
            label={copy.close}
            className="size-8!"
            icon={<X aria-hidden />}
            onClick={player.close}
          />
        </div>
      </div>
      {error === null ? (
        <SeekBar small time={time} duration={duration} waveform={waveform} onSeek={media.seek} />
      ) : null}
      {isDocked ? moves : null}
    </div>
  )
}

/** Shown on hover, on keyboard focus, and always on a touch screen. */
const revealed =
  'flex flex-none -ml-1 settle opacity-0 group-hover/mini:opacity-100 group-focus-within/mini:opacity-100 [@media(hover:none)]:opacity-100'
