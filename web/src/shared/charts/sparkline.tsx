// A sparkline: a small chart of a figure without a scale, as bars for days and weeks, as a line for longer periods.
import { linePath } from './paths'
import { useWidth } from './use-width'

const HEIGHT = 32
const EDGE = 2

type SparklineProps = { values: readonly number[]; shape: 'line' | 'bars' }

export function Sparkline({ values, shape }: SparklineProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  const most = Math.max(...values, 0)
  const high = (value: number) => (most === 0 ? 0 : (Math.max(0, value) / most) * (HEIGHT - 2 * EDGE))
  const band = width / Math.max(1, values.length)
  const thick = Math.max(1, Math.min(8, band * 0.6))
  const points = values.map((value, index) => ({
    x: EDGE + ((width - 2 * EDGE) * index) / Math.max(1, values.length - 1),
    y: HEIGHT - EDGE - high(value),
  }))
  return (
    <div ref={place} aria-hidden className="h-8 border-b border-staff">
      {width > 0 && points.length > 1 ? (
        <svg width={width} height={HEIGHT} aria-hidden="true" className="block">
          {shape === 'line' ? (
            <path className="fill-none stroke-series-1" strokeWidth={1.5} d={linePath(points)} />
          ) : (
            <path
              className="fill-series-1"
              d={values
                .map((value, index) => {
                  const left = Math.round((band * (index + 0.5) - thick / 2) * 10) / 10
                  return value > 0 ? `M${left} ${HEIGHT}v${-high(value)}h${thick}V${HEIGHT}Z` : ''
                })
                .join('')}
            />
          )}
        </svg>
      ) : null}
    </div>
  )
}
