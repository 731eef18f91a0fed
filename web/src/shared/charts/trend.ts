// The layout of a trend: computes coordinates from points and a width. Pure functions, so that they can be tested.
import type { Point } from './paths'
import { type Scale, scaleOf } from './scale'

export interface TrendPoint {
  /** Unique among the points. */
  key: string
  /** The short name on the axis, such as 'Nov'. */
  axis: string
  /** The full name, such as 'November 2026'. */
  name: string
  value: number
  /** The value of the same point in the previous period. */
  before?: number
}

export interface Layout {
  width: number
  height: number
  /** The y of the base line; `right` is the end of the grid lines. */
  ground: number
  right: number
  scale: Scale
  y: (value: number) => number
  now: Point[]
  before: Point[]
  /** The horizontal space of each point in pixels. */
  band: number
}

const TOP = 34
const BOTTOM = 28
const SIDE = 14
/** The approximate width of one character of an axis label. */
const LETTER = 7

type LayoutInput = {
  points: readonly TrendPoint[]
  width: number
  height: number
  whole?: boolean
  bars?: boolean
  tick: (value: number) => string
}

export function layOut({ points, width, height, whole, bars, tick }: LayoutInput): Layout {
  const values = points.flatMap(({ value, before }) => (before === undefined ? [value] : [value, before]))
  const scale = scaleOf(values, whole)
  const gutter = Math.max(...scale.ticks.map((value) => tick(value).length)) * LETTER + 12
  const right = Math.max(SIDE * 2, width - gutter)
  const ground = height - BOTTOM
  const y = (value: number) => ground - (Math.max(0, value) / scale.top) * (ground - TOP)
  const band = bars ? right / points.length : (right - 2 * SIDE) / Math.max(1, points.length - 1)
  const x = (index: number) => {
    if (bars) return band * (index + 0.5)
    return points.length === 1 ? right / 2 : SIDE + band * index
  }
  const pointsOf = (of: (point: TrendPoint) => number | undefined) =>
    points.flatMap((point, index) => {
      const value = of(point)
      return value === undefined ? [] : [{ x: x(index), y: y(value) }]
    })
  return {
    width,
    height,
    ground,
    right,
    scale,
    y,
    now: pointsOf(({ value }) => value),
    before: pointsOf(({ before }) => before),
    band,
  }
}

/** The index of the point nearest to `x`. */
export function nearestPoint(points: readonly Point[], x: number): number {
  let best = 0
  points.forEach((point, index) => {
    if (Math.abs(point.x - x) < Math.abs((points[best] as Point).x - x)) best = index
  })
  return best
}

/** The index of the highest point, the newest if several are equal. */
export function peakOf(points: readonly TrendPoint[]): number {
  return points.reduce((best, { value }, index) => (value >= (points[best]?.value ?? 0) ? index : best), 0)
}
