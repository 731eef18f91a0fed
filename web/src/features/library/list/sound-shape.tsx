// The waveform of a row, as wide as its column: a bar for every four pixels, however wide that is. The played part has
// the color of ink, and a line marks the position. A click plays from there.
import type { MouseEvent } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { player } from '@/entities/player/player'
import { usePlayedShare } from '@/entities/player/progress'
import { library as copy } from '@/shared/copy/library/library'
import { cx } from '@/shared/lib/cx'

const HEIGHT = 100
/** The least height of the shape, so that silence is drawn too. */
const LEAST = 6

type SoundShapeProps = {
  document: Document
  isCurrent: boolean
  onPlayFrom: (document: Document, seconds: number) => void
}

export function SoundShape({ document, isCurrent, onPlayFrom }: SoundShapeProps) {
  const { outline, duration } = document
  if (outline === null) return <span aria-hidden className="block h-px bg-line" />
  const path = envelopeOf(outline)

  function onClick(event: MouseEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : 0
    if (isCurrent) {
      player.seek(share * (duration ?? 0))
      player.setPlaying(true)
    } else onPlayFrom(document, share * (duration ?? 0))
  }

  return (
    // Left out of the tab order: the player's slider seeks by keyboard.
    <button
      type="button"
      tabIndex={-1}
      aria-label={copy.seekOf(nameOf(document))}
      onClick={onClick}
      className="group/shape relative block w-full h-9 in-data-[compact=true]:h-7"
    >
      <Envelope
        path={path}
        className={
          isCurrent ? 'fill-ink-3 opacity-60' : 'fill-ink-3 opacity-80 group-hover/shape:opacity-100'
        }
      />
      {isCurrent ? <PlayedPart id={document.id} path={path} /> : null}
    </button>
  )
}

function PlayedPart({ id, path }: { id: string; path: string }) {
  const share = usePlayedShare(id)
  return (
    <>
      <Envelope path={path} className="fill-accent-text" clip={`inset(0 ${(1 - share) * 100}% 0 0)`} />
      <span
        aria-hidden
        className="absolute -inset-y-0.5 w-0.5 -ml-px rounded-pill bg-warn"
        style={{ left: `${share * 100}%` }}
      />
    </>
  )
}

function Envelope({ path, className, clip }: { path: string; className: string; clip?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('sound-bars absolute inset-0 size-full', className)}
      style={clip === undefined ? undefined : { clipPath: clip }}
    >
      <path d={path} />
    </svg>
  )
}

/**
 * The outline around the middle, as a closed shape 100 wide. Each track is scaled to its own loudest and quietest part,
 * because mastered tracks differ little from each other in level.
 */
export function envelopeOf(parts: readonly number[]): string {
  const loudest = Math.max(1, ...parts)
  const floor = Math.min(...parts) * 0.7
  const halves = parts.map((part) => {
    const share = loudest === floor ? 1 : (part - floor) / (loudest - floor)
    return (Math.max(LEAST, share * HEIGHT) / 2).toFixed(1)
  })
  const step = 100 / Math.max(1, parts.length - 1)
  const at = (index: number) => (index * step).toFixed(1)
  const top = halves.map((half, index) => `${at(index)} ${(HEIGHT / 2 - Number(half)).toFixed(1)}`)
  const bottom = halves.map((half, index) => `${at(index)} ${(HEIGHT / 2 + Number(half)).toFixed(1)}`)
  return `M${top.join('L')}L${bottom.toReversed().join('L')}Z`
}
