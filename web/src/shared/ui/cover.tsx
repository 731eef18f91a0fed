// The picture of a track. A track without one gets a few notes on a staff that follow from its name, so that two
// tracks are told apart and the same track always looks the same.
import { useState } from 'react'
import { cx } from '@/shared/lib/cx'

interface CoverProps {
  src: string | null
  /** The name of the track, from which the notes of the drawing are derived. */
  name: string
  /** The class names that set the size. */
  className?: string
  /** True on the dark stage. */
  onStage?: boolean
}

export function Cover({ src, name, className, onStage = false }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const frame = cx('block flex-none overflow-hidden rounded-small', className)
  if (src !== null && src !== failed) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailed(src)}
        className={cx(frame, 'object-cover', onStage ? 'bg-stage-2' : 'bg-surface-3')}
      />
    )
  }
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 40 40"
      className={cx(frame, onStage ? 'bg-stage-2 text-stage-ink-2' : 'bg-surface-3 text-accent-text')}
    >
      <g stroke="currentColor" strokeWidth="1" opacity="0.35">
        {[10, 15, 20, 25, 30].map((y) => (
          <path key={y} d={`M0 ${y}h40`} />
        ))}
      </g>
      <g fill="currentColor">
        {notesOf(name).map((step, index) => {
          const x = 9 + index * 11
          const y = 32.5 - step * 2.5
          return (
            <g key={x}>
              {step === 10 ? <path d={`M${x - 5} 5h10`} stroke="currentColor" strokeWidth="1" /> : null}
              <ellipse cx={x} cy={y} rx="3.4" ry="2.5" transform={`rotate(-22 ${x} ${y})`} />
            </g>
          )
        })}
      </g>
    </svg>
  )
}

/**
 * Derives three notes from a name: steps of the staff from 0, below the lowest line, to 10 or 11, on and above a ledger
 * line.
 */
export function notesOf(name: string): readonly number[] {
  let hash = 2_166_136_261
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return [0, 1, 2].map((place) => ((hash >>> (place * 9)) & 0x1ff) % 11)
}
