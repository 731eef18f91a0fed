// Parts of a whole as a ring with a legend. The legend has every figure; arrow keys and pointer select a part, whose
// value is shown in the middle.
import { type Ref, useId } from 'react'
import { cx } from '../lib/cx'
import { arcPath } from './paths'
import { type ColoredShare, percentText } from './shares'
import { usePointSelection } from './use-point-selection'

const SIZE = 160
const RADIUS = 64
const THICK = 18
/** The gap between two parts, as a share of the full turn. */
const GAP = 0.006

interface DonutProps {
  label: string
  summary: string
  shares: readonly ColoredShare[]
  /** The total and what it counts. */
  total: { text: string; name: string }
  text: (value: number) => string
  drawing?: Ref<SVGSVGElement>
}

export function Donut({ label, summary, shares, total, text, drawing }: DonutProps) {
  const summaryId = useId()
  const walk = usePointSelection(shares.length, 0)
  const shown = shares[walk.here]
  if (shown === undefined) return null
  const active = walk.at === null ? null : shown
  return (
    <figure className="m-0 grid justify-items-center gap-3.5">
      <figcaption id={summaryId} className="sr-only">
        {summary}
      </figcaption>
      <div
        {...walk.keys}
        role="slider"
        tabIndex={0}
        aria-valuemin={1}
        aria-valuemax={shares.length}
        aria-valuenow={walk.here + 1}
        aria-label={label}
        aria-describedby={summaryId}
        aria-valuetext={`${shown.name}: ${text(shown.value)}, ${percentText(shown.part)}`}
        className="rounded-pill"
        onPointerLeave={walk.leave}
      >
        <svg ref={drawing} width={SIZE} height={SIZE} aria-hidden="true" className="block">
          {shares.map(({ name, part, from, stroke }, index) => {
            const gap = shares.length > 1 ? Math.min(GAP, part / 4) : 0
            return (
              <path
                key={name}
                className={cx('fill-none', stroke)}
                strokeWidth={active === shares[index] ? THICK + 5 : THICK}
                strokeOpacity={active === null || active === shares[index] ? 1 : 0.5}
                d={arcPath(SIZE / 2, RADIUS, from + gap / 2, from + part - gap / 2)}
                onPointerEnter={() => walk.show(index)}
              />
            )
          })}
          <text
            className="num text-28 font-semibold tracking-figures fill-ink"
            x={SIZE / 2}
            y={SIZE / 2 + 4}
            textAnchor="middle"
          >
            {active ? percentText(active.part) : total.text}
          </text>
          <text className="text-12 fill-ink-2" x={SIZE / 2} y={SIZE / 2 + 22} textAnchor="middle">
            {active ? shorten(active.name) : total.name}
          </text>
        </svg>
      </div>
      <ul className="w-full">
        {shares.map((share, index) => (
          <li
            key={share.name}
            onPointerEnter={() => walk.show(index)}
            onPointerLeave={walk.leave}
            className={cx(
              'flex items-center gap-2 h-[30px] -mx-2 px-2 border-line rounded-small',
              active === share && 'bg-surface-3',
            )}
          >
            <i aria-hidden className={cx('flex-none size-2 rounded-[2px]', share.background)} />
            <span className="min-w-0 mr-auto truncate">{share.name}</span>
            <span className="num text-ink-3">{text(share.value)}</span>
            <span className="num w-10 text-right font-medium">{percentText(share.part)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Shortens a name so that it fits into the ring. */
function shorten(name: string): string {
  return name.length > 15 ? `${name.slice(0, 14)}…` : name
}
