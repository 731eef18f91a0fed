// Lines, areas and arcs of charts as SVG paths. Lines are straight between points: a curve would show values that nobody
// recorded.

export interface Point {
  x: number
  y: number
}

const roundCoordinate = (value: number) => String(Math.round(value * 10) / 10)
const pointText = ({ x, y }: Point) => `${roundCoordinate(x)} ${roundCoordinate(y)}`

export function linePath(points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'}${pointText(point)}`).join('')
}

/** The SVG path of the same line as a closed area down to the base line. */
export function areaPath(points: readonly Point[], ground: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  return `${linePath(points)}L${pointText({ x: last.x, y: ground })}L${pointText({ x: first.x, y: ground })}Z`
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
