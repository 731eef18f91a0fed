// The position in the track, drawn as its waveform with the played part in amber. A click seeks, a drag follows the
// pointer. Without a waveform it is a plain line.
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { player as copy } from '@/shared/copy/media'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/track-time'
import { condense } from './spectrum'

type SeekBarProps = {
  time: number
  duration: number
  waveform: number[] | null
  onSeek: (seconds: number) => void
}

const BARS = 122
const HEIGHT = 56
const LEAST = 4
const PITCH = 6

export function SeekBar({ time, duration, waveform, onSeek }: SeekBarProps) {
  const share = duration > 0 ? Math.min(1, time / duration) : 0
  const shape = useMemo(() => (waveform === null ? null : shapeOf(waveform)), [waveform])

  function follow(event: PointerEvent<HTMLDivElement>) {
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
        follow(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
      }}
      onKeyDown={onKeyDown}
      className={cx(
        'relative w-full cursor-pointer touch-none rounded-small',
        shape === null ? 'h-8 grid items-center' : 'h-14',
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
            className="stroke-stage-ink-2 opacity-50"
            clip={`inset(0 0 0 ${share * 100}%)`}
          />
          <Shape path={shape} className="stroke-stage-mark" clip={`inset(0 ${(1 - share) * 100}% 0 0)`} />
        </>
      )}
    </div>
  )
}

function Shape({ path, className, clip }: { path: string; className: string; clip: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BARS * PITCH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('absolute inset-0 size-full fill-none [stroke-linecap:round]', className)}
      strokeWidth={2.5}
      style={{ clipPath: clip }}
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function shapeOf(waveform: number[]): string {
  return condense(waveform, BARS)
    .map((peak, bar) => {
      const height = Math.max(LEAST, peak * (HEIGHT - 8))
      return `M${bar * PITCH + PITCH / 2} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`
    })
    .join('')
}
