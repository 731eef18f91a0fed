// A small waveform that helps to tell beats apart. It is decorative, and left out if the waveform is unknown.
import { cx } from '@/shared/lib/cx'

const PITCH = 4
const HEIGHT = 24
const STROKES = 22
/** The least height of a stroke, so that silence is drawn as a dot. */
const LEAST = 2

type OutlineProps = { parts: readonly number[] | null; className?: string }

export function Outline({ parts, className }: OutlineProps) {
  if (parts === null) return null
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${STROKES * PITCH} ${HEIGHT}`}
      className={cx('w-[88px] h-6 flex-none fill-none stroke-2', className)}
      strokeLinecap="round"
    >
      <path d={pathOf(averageParts(parts, STROKES))} />
    </svg>
  )
}

/** Reduces the parts to `count` values, each the average of a group of parts. */
export function averageParts(parts: readonly number[], count: number): number[] {
  const from = (group: number) => Math.floor((parts.length * group) / count)
  return Array.from({ length: count }, (_, group) => {
    const own = parts.slice(from(group), Math.max(from(group + 1), from(group) + 1))
    return own.reduce((sum, part) => sum + part, 0) / Math.max(1, own.length)
  })
}

/** An SVG path with one vertical stroke per part, centered; the loudest part has the full height. */
export function pathOf(parts: readonly number[]): string {
  const loudest = Math.max(1, ...parts)
  return parts
    .map((part, index) => {
      const height = Math.max(LEAST, Math.round((part / loudest) * (HEIGHT - LEAST)))
      return `M${index * PITCH + PITCH / 2} ${(HEIGHT - height) / 2}v${height}`
    })
    .join('')
}
