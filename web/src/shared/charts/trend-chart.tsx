// A figure over time, with the previous period. Pointer, touch or arrow keys show one point; a screen reader gets a
// summary, each selected point, and a table.
import { type Ref, useId } from 'react'
import { ChartTip } from './chart-tip'
import { DataTable } from './data-table'
import { layOut, nearestPoint, peakOf, type TrendPoint } from './trend'
import { TrendDrawing } from './trend-drawing'
import { usePointSelection } from './use-point-selection'
import { useWidth } from './use-width'

interface TrendChartProps {
  label: string
  /** A summary in a sentence or two, for screen readers. */
  summary: string
  points: readonly TrendPoint[]
  /** Column names of the table: the points, this period and the previous one. */
  names: { point: string; value: string; before?: string }
  /** The full text of a value; `tick` is the short one for the axis. */
  text: (value: number) => string
  tick: (value: number) => string
  /** The label above the marked point. */
  markText?: (point: TrendPoint) => string
  mark?: 'last' | 'peak'
  shape?: 'line' | 'bars'
  /** True for counts: the axis has whole steps only. */
  whole?: boolean
  height?: number
  /** Shown instead of the line if all values are zero. */
  emptyText?: string
  /** A ref to the SVG element, for saving it. */
  drawing?: Ref<SVGSVGElement>
}

export function TrendChart({
  label,
  summary,
  points,
  names,
  text,
  tick,
  markText = ({ value }) => text(value),
  mark = 'last',
  shape = 'line',
  whole = false,
  height = 260,
  emptyText,
  drawing,
}: TrendChartProps) {
  const summaryId = useId()
  const [place, width] = useWidth<HTMLDivElement>()
  const marked = mark === 'peak' ? peakOf(points) : points.length - 1
  const walk = usePointSelection(points.length, marked)
  const bars = shape === 'bars'
  const layout = width > 0 ? layOut({ points, width, height, whole, bars, tick }) : null
  const shown = points[walk.here]
  const at = walk.at === null ? undefined : layout?.now[walk.at]
  const markedPoint = points[marked]
  if (shown === undefined || markedPoint === undefined) return null
  const isEmpty = emptyText !== undefined && points.every(({ value, before }) => value === 0 && !before)
  const beforeText = (point: TrendPoint) =>
    names.before && point.before !== undefined ? `${names.before} ${text(point.before)}` : null
  return (
    <figure className="relative m-0 mt-2">
      <figcaption id={summaryId} className="sr-only">
        {summary}
      </figcaption>
      <div ref={place} className="relative" style={{ height }}>
        {layout ? (
          <TrendDrawing
            ref={drawing}
            layout={layout}
            points={points}
            tick={tick}
            bars={bars}
            marked={marked}
            markText={isEmpty ? '' : markText(markedPoint)}
            active={walk.at}
          />
        ) : null}
        {isEmpty ? (
          <p className="absolute inset-x-0 top-1/3 px-4 text-center text-ink-2">{emptyText}</p>
        ) : null}
        {/* Covers the whole drawing: the pointer selects the nearest point. */}
        <div
          {...walk.keys}
          role="slider"
          tabIndex={0}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={walk.here + 1}
          aria-label={label}
          aria-describedby={summaryId}
          aria-valuetext={[`${shown.name}: ${text(shown.value)}`, beforeText(shown)]
            .filter(Boolean)
            .join(', ')}
          className="absolute inset-0 rounded-small touch-pan-y cursor-crosshair"
          onPointerMove={({ clientX, currentTarget }) => {
            if (layout)
              walk.show(nearestPoint(layout.now, clientX - currentTarget.getBoundingClientRect().left))
          }}
          onPointerLeave={walk.leave}
        />
        {at ? (
          <ChartTip x={at.x} y={at.y} width={width}>
            <span className="block text-stage-ink-2">{shown.name}</span>
            <b className="block font-semibold">{text(shown.value)}</b>
            {beforeText(shown) ? <span className="block text-stage-ink-2">{beforeText(shown)}</span> : null}
          </ChartTip>
        ) : null}
      </div>
      <DataTable
        label={label}
        columns={[names.point, names.value, ...(names.before ? [names.before] : [])]}
        rows={points.map(({ name, value, before }) => [
          name,
          text(value),
          ...(names.before ? [before === undefined ? '' : text(before)] : []),
        ])}
      />
    </figure>
  )
}
