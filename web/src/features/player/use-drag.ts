// Moving the window by its title bar. Enough of it stays in view to be dragged back.
import { type PointerEvent, useEffect, useRef, useState } from 'react'

interface Offset {
  x: number
  y: number
}

interface Bounds {
  left: number
  top: number
  width: number
  height: number
}

/** How many pixels of the window must stay in view. */
const HANDLE = 120
const TITLE_BAR = 48

/** Limits the offset so that enough of the window stays in view. `home` is the window's position without an offset. */
export function withinReach(offset: Offset, home: Bounds, view: { width: number; height: number }): Offset {
  const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
  return {
    x: clamp(offset.x, HANDLE - home.left - home.width, view.width - HANDLE - home.left),
    y: clamp(offset.y, -home.top, view.height - TITLE_BAR - home.top),
  }
}

export function useDrag(canMove: boolean, onDoubleClick: () => void) {
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 })
  const grip = useRef<{ x: number; y: number; home: Bounds } | null>(null)
  const view = () => ({ width: window.innerWidth, height: window.innerHeight })

  // After a resize of the view the window moves back to the middle, because its place may be out of view.
  useEffect(() => {
    const recentre = () => setOffset({ x: 0, y: 0 })
    window.addEventListener('resize', recentre)
    return () => window.removeEventListener('resize', recentre)
  }, [])

  const bar = {
    onDoubleClick,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const frame = event.currentTarget.closest('section')
      const isButton = event.target instanceof Element && event.target.closest('button') !== null
      if (!canMove || isButton || event.button !== 0 || frame === null) return
      const { left, top, width, height } = frame.getBoundingClientRect()
      const home = { left: left - offset.x, top: top - offset.y, width, height }
      grip.current = { x: event.clientX - offset.x, y: event.clientY - offset.y, home }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const held = grip.current
      if (held === null) return
      setOffset(withinReach({ x: event.clientX - held.x, y: event.clientY - held.y }, held.home, view()))
    },
    onPointerUp() {
      grip.current = null
    },
    onPointerCancel() {
      grip.current = null
    },
  }
  return { offset: canMove ? offset : { x: 0, y: 0 }, bar }
}
