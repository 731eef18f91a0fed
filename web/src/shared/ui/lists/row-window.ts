// Computes which rows of a long list to draw: those in view and a few on either side.

export interface RowWindow {
  /** The first row drawn, and the one after the last. */
  first: number
  end: number
}

interface RowWindowInput {
  count: number
  rowHeight: number
  /** How far the list's first row lies above the top of the view; negative where it lies below it. */
  above: number
  viewHeight: number
}

/** Rows drawn beyond the view, so that a quick scroll does not show a gap. */
const SPARE = 12
/** The window moves in steps, so that scrolling by a row does not redraw the list. */
const STEP = 6

export function rowWindow({ count, rowHeight, above, viewHeight }: RowWindowInput): RowWindow {
  const firstSeen = Math.floor(above / rowHeight)
  const endSeen = Math.ceil((above + viewHeight) / rowHeight)
  const clampRow = (row: number) => Math.min(Math.max(row, 0), count)
  return {
    first: clampRow(Math.floor((firstSeen - SPARE) / STEP) * STEP),
    end: clampRow(Math.ceil((endSeen + SPARE) / STEP) * STEP),
  }
}
