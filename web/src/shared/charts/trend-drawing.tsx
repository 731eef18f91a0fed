// The drawing of a trend: staff lines, the previous period as a dotted line, this one as a line over a light fill or
// as bars, and a note head on the marked point. A point above the staff gets its own ledger line.
import type { Ref } from 'react'
import { cx } from '../lib/cx'
import { areaPath, linePath, type Point } from './paths'
import { labelFilter } from './scale'
import type { Layout, TrendPoint } from './trend'

interface TrendDrawingProps {
  layout: Layout
  points: readonly TrendPoint[]
  tick: (value: number) => string
  bars: boolean
  /** The point with the note head, and the label above it. */
  marked: number
  markText: string
  /** The point under the pointer or chosen by keyboard. */
  active: number | null
  ref?: Ref<SVGSVGElement>
}

export function TrendDrawing(props: TrendDrawingProps) {
  const { layout, points, tick, bars, marked, markText, active, ref } = props
  const { width, height, ground, right, scale, y, now, before } = layout
  const head = now[active ?? marked]
  return (
    <svg ref={ref} width={width} height={height} aria-hidden="true" className="block overflow-visible">
      {/* Staff lines are drawn also where there are no values. */}
      {(scale.ticks.length === 1 ? [0.25, 0.5, 0.75, 1] : []).map((share) => (
        <path key={share} className="stroke-staff" d={`M0 ${Math.round(y(share)) + 0.5}H${right}`} />
      ))}
      {scale.ticks.map((value) => (
        <g key={value}>
          <path className="stroke-staff" d={`M0 ${Math.round(y(value)) + 0.5}H${right}`} />
          <text className={FIGURE} x={right + 10} y={y(value) + 4}>
            {tick(value)}
          </text>
        </g>
      ))}
      {bars ? <Bars layout={layout} active={active} /> : <Line now={now} before={before} ground={ground} />}
      {active !== null && head && !bars ? (
        <path className="stroke-line-strong" d={`M${Math.round(head.x) + 0.5} ${ground}V${head.y}`} />
      ) : null}
      {head && !(bars && active === null) ? (
        <NoteHead at={head} staffTop={y(scale.ticks.at(-1) ?? 0)} />
      ) : null}
      {active === null && now[marked] ? <MarkText at={now[marked]} text={markText} width={width} /> : null}
      <AxisNames layout={layout} points={points} strong={active ?? points.length - 1} />
    </svg>
  )
}

const FIGURE = 'num text-12 fill-ink-3'

function Line({ now, before, ground }: { now: Point[]; before: Point[]; ground: number }) {
  return (
    <>
      {before.length > 1 ? (
        <path
          className="fill-none stroke-ink-3"
          strokeWidth={1.5}
          strokeDasharray="2 4"
          strokeLinecap="round"
          d={linePath(before)}
        />
      ) : null}
      <path className="fill-series-1" fillOpacity={0.09} d={areaPath(now, ground)} />
      <path
        className="fill-none stroke-series-1"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        d={linePath(now)}
      />
    </>
  )
}

function Bars({ layout: { now, before, ground, band }, active }: { layout: Layout; active: number | null }) {
  const width = Math.max(2, Math.min(28, band * 0.6))
  const half = width / 2
  const round = Math.min(4, half)
  return (
    <>
      {now.map(({ x, y }, index) => {
        const high = ground - y
        // A value of zero gets no bar.
        if (high < 0.5) return null
        const r = Math.min(round, high)
        return (
          <path
            key={x}
            className="fill-series-1"
            fillOpacity={active === null || active === index ? 1 : 0.45}
            d={`M${x - half} ${ground}V${y + r}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}V${ground}Z`}
          />
        )
      })}
      {/* A zero of the previous period gets no mark. */}
      {before
        .filter(({ y }) => ground - y >= 0.5)
        .map(({ x, y }) => (
          <path
            key={x}
            className="stroke-ink-3"
            strokeWidth={1.5}
            strokeDasharray="2 3"
            d={`M${x - half - 2} ${y}h${width + 4}`}
          />
        ))}
    </>
  )
}

/** A slightly tilted note head. Above the staff it gets a ledger line. */
function NoteHead({ at: { x, y }, staffTop }: { at: Point; staffTop: number }) {
  return (
    <>
      {y < staffTop - 6 ? (
        <path className="stroke-series-1" strokeWidth={2} d={`M${x - 15} ${y}h30`} />
      ) : null}
      <ellipse className="fill-series-1" cx={x} cy={y} rx={7} ry={5.2} transform={`rotate(-24 ${x} ${y})`} />
    </>
  )
}

function MarkText({ at: { x, y }, text, width }: { at: Point; text: string; width: number }) {
  // About half the label's width; the label is shifted so that no edge cuts it off.
  const half = text.length * 3.8
  return (
    <text
      className="num text-12 font-semibold fill-ink"
      x={Math.max(half, Math.min(x, width - half))}
      y={y - 14}
      textAnchor="middle"
    >
      {text}
    </text>
  )
}

type AxisNamesProps = { layout: Layout; points: readonly TrendPoint[]; strong: number }

function AxisNames({ layout: { now, height, right }, points, strong }: AxisNamesProps) {
  const longest = Math.max(...points.map(({ axis }) => axis.length))
  const isNamed = labelFilter(points.length, longest * 7 + 14, right)
  return points.map(({ key, axis }, index) => {
    const at = now[index]
    if (!at || !isNamed(index)) return null
    const half = axis.length * 3.5
    return (
      <text
        key={key}
        className={cx('num text-12', index === strong ? 'font-semibold fill-ink' : 'fill-ink-3')}
        x={Math.max(half, at.x)}
        y={height - 6}
        textAnchor="middle"
      >
        {axis}
      </text>
    )
  })
}
