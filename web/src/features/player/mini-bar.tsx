// The mini player: the title, a thin progress line, and on hover the buttons to enlarge and to close it.
import { Maximize2, Pause, Play, X } from 'lucide-react'
import { player } from '@/entities/player/player'
import { player as copy } from '@/shared/copy/media'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/track-time'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { StageButton } from './stage-button'

type MiniBarProps = {
  title: string
  time: number
  duration: number
  isPlaying: boolean
  /** The failure, shown in place of the time. */
  error: string | null
}

export function MiniBar({ title, time, duration, isPlaying, error }: MiniBarProps) {
  const Go = isPlaying ? Pause : Play
  const place = copy.timeOf(trackTime(time), trackTime(duration))
  return (
    <div className="group/mini">
      <div className="flex items-center gap-2 py-2.5 pl-3 pr-2">
        <button
          type="button"
          aria-label={isPlaying ? copy.pause : copy.play}
          onClick={() => player.setPlaying(!isPlaying)}
          className="grid place-items-center size-8 flex-none rounded-pill bg-stage-ink text-on-stage hover:opacity-90 focus-visible:outline-stage-mark"
        >
          <Go aria-hidden className={cx('size-3.5 fill-current', !isPlaying && 'translate-x-px')} />
        </button>
        <div className="grow min-w-0 pl-1">
          <p className="font-medium truncate">{title}</p>
          <p className="num text-12 text-stage-ink-2 truncate">{error ?? place}</p>
        </div>
        <div className={revealed}>
          <StageButton
            label={copy.expand}
            icon={<Maximize2 aria-hidden className="size-[18px]" />}
            onClick={() => player.setMode('windowed')}
          />
          <StageButton label={copy.close} icon={<X aria-hidden />} onClick={player.close} />
        </div>
      </div>
      <ProgressBar
        onStage
        className="h-0.5! rounded-none!"
        label={copy.seek}
        value={duration > 0 ? time / duration : 0}
        valueText={place}
      />
    </div>
  )
}

/** Shown on hover, on keyboard focus, and always on a touch screen. */
const revealed =
  'flex flex-none settle opacity-0 group-hover/mini:opacity-100 group-focus-within/mini:opacity-100 [@media(hover:none)]:opacity-100'
