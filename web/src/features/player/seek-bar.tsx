// The position in the track, drawn as its waveform with the played part in amber. A click seeks, a drag follows the
// pointer. Without a waveform it is a plain line.
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { player as copy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/time/track-time'
import { condense } from './spectrum'

type SeekBarProps = {
  time: number
  duration: number
  waveform: number[] | null
  onSeek: (seconds: number) => void
  /** The smaller variant of the mini player. */
  small?: boolean
}

const BARS = 122
const SMALL_BARS = 72
const HEIGHT = 56
const LEAST = 4
const PITCH = 6

export function SeekBar({ time, duration, waveform, onSeek, small = false }: SeekBarProps) {
  const share = duration > 0 ? Math.min(1, time / duration) : 0
  const bars = small ? SMALL_BARS : BARS
  const shape = useMemo(() => (waveform === null ? null : shapeOf(waveform, bars)), [waveform, bars])

  function seekToPointer(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0 && duration > 0) onSeek(Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration)
  }

  function onKeyDown(event: KeyboardEvent) {
    // The arrow keys are handled by the window: they skip ten seconds wherever the focus is in it.
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    onSeek(event.key === 'Home' ? 0 : duration)
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={copy.seek}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={copy.timeOf(trackTime(time), trackTime(duration))}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekToPointer(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekToPointer(event)
      }}
      onKeyDown={onKeyDown}
      className={cx(
        'seek relative w-full cursor-pointer touch-none rounded-small',
        small ? 'h-8 grid items-center' : shape === null ? 'h-8 grid items-center' : 'h-14',
      )}
    >
      {shape === null ? (
        <span className="block h-1 rounded-pill bg-stage-line overflow-hidden">
          <span
            className="block h-full w-full origin-left bg-stage-mark"
            style={{ transform: `scaleX(${share})` }}
          />
        </span>
      ) : (
        <>
          <Shape
            path={shape}
            bars={bars}
            className="stroke-stage-ink-2 opacity-50"
            clip={`inset(0 0 0 ${share * 100}%)`}
          />
          <Shape
            path={shape}
            bars={bars}
            className="stroke-stage-mark"
            clip={`inset(0 ${(1 - share) * 100}% 0 0)`}
          />
        </>
      )}
    </div>
  )
}

type ShapeProps = { path: string; bars: number; className: string; clip: string }

function Shape({ path, bars, className, clip }: ShapeProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars * PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('absolute inset-0 size-full fill-none [stroke-linecap:round]', className)}
      strokeWidth={2.5}
      style={{ clipPath: clip }}
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** The SVG path of the waveform. The loudest bar has the full height, so that a quiet track shows its shape too. */
function shapeOf(waveform: number[], bars: number): string {
  const peaks = condense(waveform, bars)
  const loudest = Math.max(...peaks) || 1
  return peaks
    .map((peak, bar) => {
      const height = Math.max(LEAST, (peak / loudest) * (HEIGHT - 8))
      return `M${bar * PITCH + PITCH / 2} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`
    })
    .join('')
}
