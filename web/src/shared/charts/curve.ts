// A smooth line through points that never overshoots them: a month with zero stays at zero. Fritsch and Carlson's
// monotone cubic interpolation, as an SVG path.

export interface Point {
  x: number
  y: number
}

const near = (value: number) => String(Math.round(value * 10) / 10)
const at = ({ x, y }: Point) => `${near(x)} ${near(y)}`

export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const slopes = tangents(points)
  let path = `M${at(first)}`
  let from = first
  rest.forEach((to, index) => {
    const third = (to.x - from.x) / 3
    const leave = { x: from.x + third, y: from.y + third * (slopes[index] ?? 0) }
    const arrive = { x: to.x - third, y: to.y - third * (slopes[index + 1] ?? 0) }
    path += `C${at(leave)} ${at(arrive)} ${at(to)}`
    from = to
  })
  return path
}

/** The same line as a closed area down to the base line. */
export function areaPath(points: readonly Point[], ground: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  return `${linePath(points)}L${at({ x: last.x, y: ground })}L${at({ x: first.x, y: ground })}Z`
}

function tangents(points: readonly Point[]): number[] {
  const secants = points.slice(1).map((to, index) => {
    const from = points[index] as Point
    return to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x)
  })
  return points.map((_, index) => {
    const [before, after] = [secants[index - 1], secants[index]]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    // At a peak or valley the tangent is level; elsewhere it is at most three times the flatter neighbouring slope.
    if (before * after <= 0) return 0
    return (
      Math.sign(before) * Math.min(Math.abs(before + after) / 2, 3 * Math.abs(before), 3 * Math.abs(after))
    )
  })
}

/** An SVG arc from one share of the full turn to another, clockwise from the top. */
export function arcPath(centre: number, radius: number, from: number, to: number): string {
  const on = (share: number): Point => ({
    x: centre + radius * Math.sin(2 * Math.PI * share),
    y: centre - radius * Math.cos(2 * Math.PI * share),
  })
  // An arc of a full turn would start where it ends and draw nothing.
  const end = Math.min(to, from + 0.9999)
  const isLong = end - from > 0.5 ? 1 : 0
  const exact = ({ x, y }: Point) => `${x.toFixed(2)} ${y.toFixed(2)}`
  return `M${exact(on(from))}A${radius} ${radius} 0 ${isLong} 1 ${exact(on(end))}`
}
