// The waveform of a beat on staff lines, the played part in amber. A click or drag seeks; a beat that is not playing
// starts at that position.
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { player } from '@/entities/player/player'
import { usePlayedShare } from '@/entities/player/progress'
import { MEDIA } from '@/shared/config/limits'
import { beat as copy } from '@/shared/copy/library/beat'
import { player as playerCopy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/time/track-time'
import './beat.css'

const PARTS = 168
const HEIGHT = 96
const LEAST = 6
const STAFF = [9.6, 28.8, 48, 67.2, 86.4]

type WaveProps = { document: Document; waveform: number[] | null; isCurrent: boolean }

export function Wave({ document, waveform, isCurrent }: WaveProps) {
  const { id, duration } = document
  const length = duration ?? 0
  const share = usePlayedShare(id)
  const shape = useMemo(() => (waveform === null ? null : shapeOf(waveform)), [waveform])

  function seek(seconds: number) {
    const at = Math.min(length, Math.max(0, seconds))
    if (isCurrent) player.seek(at)
    else player.open(document, [document], { at, mode: 'minimized' })
  }

  function seekToPointer(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width > 0) seek(((event.clientX - left) / width) * length)
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: share * length - MEDIA.skipSeconds,
      ArrowRight: share * length + MEDIA.skipSeconds,
      Home: 0,
      End: length,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    seek(to)
  }

  return (
    <div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={copy.seekOf(nameOf(document))}
        aria-valuemin={0}
        aria-valuemax={Math.round(length)}
        aria-valuenow={Math.round(share * length)}
        aria-valuetext={playerCopy.timeOf(trackTime(share * length), trackTime(length))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          seekToPointer(event)
        }}
        onPointerMove={(event) => {
          if (isCurrent && event.currentTarget.hasPointerCapture(event.pointerId)) seekToPointer(event)
        }}
        onKeyDown={onKeyDown}
        className="relative h-24 cursor-pointer touch-none rounded-small focus-visible:outline-stage-mark"
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 100 ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full stroke-stage-line"
        >
          {STAFF.map((y) => (
            <path key={y} d={`M0 ${y}h100`} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
        {shape === null ? null : (
          <>
            <Shape
              path={shape}
              className="fill-stage-ink-2 opacity-55"
              clip={`inset(0 0 0 ${share * 100}%)`}
            />
            <Shape path={shape} className="fill-stage-mark" clip={`inset(0 ${(1 - share) * 100}% 0 0)`} />
          </>
        )}
      </div>
      <div className="num flex justify-between mt-2 text-12 text-stage-ink-2">
        <span>{trackTime(share * length)}</span>
        <span>{trackTime(length)}</span>
      </div>
    </div>
  )
}

function Shape({ path, className, clip }: { path: string; className: string; clip: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${PARTS} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('beat-wave absolute inset-0 size-full', className)}
      style={{ clipPath: clip }}
    >
      <path d={path} />
    </svg>
  )
}

/**
 * The SVG path of a waveform: a closed shape around the middle, as high as the peak of each part; the loudest peak has
 * the full height.
 */
export function shapeOf(waveform: readonly number[]): string {
  const peaks = Array.from({ length: PARTS }, (_, part) => {
    const from = Math.floor((part * waveform.length) / PARTS)
    const to = Math.max(from + 1, Math.floor(((part + 1) * waveform.length) / PARTS))
    return Math.max(0, ...waveform.slice(from, to))
  })
  const loudest = Math.max(...peaks) || 1
  const halves = peaks.map((peak) => Math.max(LEAST, (peak / loudest) * HEIGHT) / 2)
  const middle = HEIGHT / 2
  const top = halves.map((half) => `V${(middle - half).toFixed(1)}h1`)
  const bottom = halves.map((half) => `V${(middle + half).toFixed(1)}h-1`).reverse()
  return `M0 ${middle}${top.join('')}${bottom.join('')}Z`
}
