// Draws only the rows of a long table that are near the view. The page itself scrolls; the hook measures where the
// table's body lies in it and how high a row is. Rows must all have the same height and carry data-row; two spacer
// rows have the height of the rows that are not drawn.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type RowWindow, rowWindow } from './row-window'

interface WindowedRows extends RowWindow {
  body: RefObject<HTMLTableSectionElement | null>
  /** The height in pixels of the rows that are not drawn, above and below the drawn ones. */
  before: number
  after: number
}

/** The assumed row height until the first row has been measured. */
const GUESSED_HEIGHT = 48
const START: RowWindow = { first: 0, end: 30 }

export function useRowWindow(count: number): WindowedRows {
  const body = useRef<HTMLTableSectionElement>(null)
  const [rowHeight, setRowHeight] = useState(GUESSED_HEIGHT)
  const [drawn, setDrawn] = useState(START)

  useLayoutEffect(() => {
    const element = body.current
    if (element === null) return
    let frame = 0
    const look = () => {
      frame = 0
      const row = element.querySelector('[data-row]')?.getBoundingClientRect().height || GUESSED_HEIGHT
      const above = -element.getBoundingClientRect().top
      const next = rowWindow({ count, rowHeight: row, above, viewHeight: window.innerHeight })
      setRowHeight(row)
      setDrawn((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    const lookSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    look()
    const resized = new ResizeObserver(lookSoon)
    resized.observe(element)
    window.addEventListener('scroll', lookSoon, { passive: true })
    window.addEventListener('resize', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      window.removeEventListener('scroll', lookSoon)
      window.removeEventListener('resize', lookSoon)
    }
  }, [count])

  const first = Math.min(drawn.first, count)
  const end = Math.min(drawn.end, count)
  return { body, first, end, before: first * rowHeight, after: (count - end) * rowHeight }
}
