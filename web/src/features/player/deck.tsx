// The controls under a track: the seek bar, the times, and the row of buttons.
import {
  Download,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
  Trash2,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { player } from '@/entities/player/player'
import { MEDIA } from '@/shared/config/limits'
import { player as copy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/time/track-time'
import { SeekBar } from './seek-bar'
import { StageButton } from './stage-button'
import type { Media } from './use-media'

type DeckProps = {
  media: Media
  isPlaying: boolean
  waveform: number[] | null
  onDownload: () => void
  onDelete: () => void
  className?: string
}

export function Deck({ media, isPlaying, waveform, onDownload, onDelete, className }: DeckProps) {
  const { time, duration, isMuted, volume, seek, skip } = media
  const Go = isPlaying ? Pause : Play
  return (
    <div
      className={cx(
        'player-deck flex-none px-5 sm:px-8 pt-3 sm:pt-4 pb-5 border-t border-stage-line bg-stage-2',
        className,
      )}
    >
      <SeekBar time={time} duration={duration} waveform={waveform} onSeek={seek} />
      <div className="num flex justify-between mt-1 text-12 text-stage-ink-2">
        <span>{trackTime(time)}</span>
        <span>{trackTime(duration)}</span>
      </div>
      <div className="flex items-center gap-0.5 sm:gap-1 mt-1">
        <div className="flex items-center basis-0 grow gap-1">
          <StageButton
            label={isMuted ? copy.unmute : copy.mute}
            icon={isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
            onClick={media.toggleMute}
          />
          <input
            type="range"
            aria-label={copy.volume}
            min={0}
            max={1}
            step={MEDIA.volumeStep}
            value={isMuted ? 0 : volume}
            onChange={(event) => media.setVolume(Number(event.target.value))}
            className="stage-range w-24 max-sm:hidden"
          />
        </div>
        <StageButton
          label={copy.previous}
          icon={<SkipBack aria-hidden className="size-[18px]" />}
          disabled={!player.hasPrevious()}
          onClick={player.previous}
        />
        <StageButton
          label={copy.back}
          className="size-11!"
          icon={<TenSeconds Icon={RotateCcw} />}
          onClick={() => skip(-MEDIA.skipSeconds)}
        />
        <button
          type="button"
          aria-label={isPlaying ? copy.pause : copy.play}
          onClick={() => player.setPlaying(!isPlaying)}
          className="grid place-items-center size-12 mx-0.5 sm:mx-1.5 flex-none rounded-pill bg-stage-ink text-on-stage hover:opacity-90 focus-visible:outline-stage-mark"
        >
          <Go aria-hidden className={cx('size-5 fill-current', !isPlaying && 'translate-x-0.5')} />
        </button>
        <StageButton
          label={copy.forward}
          className="size-11!"
          icon={<TenSeconds Icon={RotateCw} />}
          onClick={() => skip(MEDIA.skipSeconds)}
        />
        <StageButton
          label={copy.next}
          icon={<SkipForward aria-hidden className="size-[18px]" />}
          disabled={!player.hasNext()}
          onClick={player.next}
        />
        <div className="flex items-center justify-end basis-0 grow">
          <StageButton label={copy.download} icon={<Download aria-hidden />} onClick={onDownload} />
          <StageButton label={copy.delete} icon={<Trash2 aria-hidden />} onClick={onDelete} />
        </div>
      </div>
    </div>
  )
}

/** The icon of skipping ten seconds: an arrow around the number. */
function TenSeconds({ Icon }: { Icon: typeof RotateCw }) {
  return (
    <span aria-hidden className="relative grid place-items-center">
      <Icon className="size-[30px] stroke-[1.1]" />
      <span className="num absolute inset-x-0 top-[11px] text-center text-[9px] leading-none font-semibold">
        {MEDIA.skipSeconds}
      </span>
    </span>
  )
}
