// The course of a figure as a small line without a scale.
import { linePath } from './curve'
import { useWidth } from './use-width'

const HEIGHT = 32
const EDGE = 2

export function Sparkline({ values }: { values: readonly number[] }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const most = Math.max(...values, 0)
  const points = values.map((value, index) => ({
    x: EDGE + ((width - 2 * EDGE) * index) / Math.max(1, values.length - 1),
    y: HEIGHT - EDGE - (most === 0 ? 0 : (Math.max(0, value) / most) * (HEIGHT - 2 * EDGE)),
  }))
  return (
    <div ref={place} aria-hidden className="h-8">
      {width > 0 && points.length > 1 ? (
        <svg width={width} height={HEIGHT} aria-hidden="true" className="block">
          <path className="fill-none stroke-series-1" strokeWidth={1.5} d={linePath(points)} />
        </svg>
      ) : null}
    </div>
  )
}
