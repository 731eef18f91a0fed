// The tooltip of a point. Hidden from screen readers, which get the slider's own value text.
import type { ReactNode } from 'react'

/** Closer to an edge than this many pixels, the tooltip is shifted away from it. */
const LEAN = 80

export function ChartTip({
  x,
  y,
  width,
  children,
}: {
  x: number
  y: number
  width: number
  children: ReactNode
}) {
  const shift = x < LEAN ? '-12px' : x > width - LEAN ? 'calc(-100% + 12px)' : '-50%'
  return (
    <div
      aria-hidden
      className="num absolute z-2 px-2.5 py-1.5 rounded-small bg-stage text-stage-ink text-12 whitespace-nowrap pointer-events-none shadow-2"
      style={{ left: x, top: y - 14, transform: `translate(${shift}, -100%)` }}
    >
      {children}
    </div>
  )
}
