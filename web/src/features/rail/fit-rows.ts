// How many rows each section of the side rail shows, so that all of it fits without scrolling.

export interface RailSection {
  /** The number of loaded rows, and of all items. */
  rows: number
  total: number
  /** The height of a row in pixels. */
  rowPx: number
  /** The number of rows if space is short, and the maximum if it is not. */
  usual: number
  most: number
}

/** The same value as in the rail's style sheet. */
const HEAD_PX = 34
const GAP_PX = 14
const MORE_PX = 24

/**
 * Returns the number of rows of each section; the sections are in order of importance. A section with 0 rows is left
 * out.
 */
export function fitRows(sections: readonly RailSection[], height: number): number[] {
  const shown = sections.map(({ rows, usual }) => Math.min(rows, usual))
  const isTooHigh = () => heightOf(sections, shown) > height

  // The last section shrinks first; every section keeps one row as long as that fits, the first section always.
  for (const least of [1, 0]) {
    for (let at = shown.length - 1; at >= 0; at -= 1) {
      const keep = at === 0 ? 1 : least
      while (isTooHigh() && (shown[at] ?? 0) > keep) shown[at] = (shown[at] ?? 0) - 1
    }
  }
  if (isTooHigh()) return shown
  sections.forEach(({ rows, most }, at) => {
    while ((shown[at] ?? 0) > 0 && (shown[at] ?? 0) < Math.min(rows, most)) {
      shown[at] = (shown[at] ?? 0) + 1
      if (!isTooHigh()) continue
      shown[at] = (shown[at] ?? 0) - 1
      break
    }
  })
  return shown
}

function heightOf(sections: readonly RailSection[], shown: readonly number[]): number {
  const heights = sections.flatMap(({ total, rowPx }, at) => {
    const rows = shown[at] ?? 0
    return rows === 0 ? [] : [HEAD_PX + rows * rowPx + (rows < total ? MORE_PX : 0)]
  })
  return heights.reduce((sum, one) => sum + one, 0) + GAP_PX * Math.max(0, heights.length - 1)
}
