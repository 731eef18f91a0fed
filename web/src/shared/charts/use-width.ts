// Measures the width of a chart's container, so that it is drawn at that width and its texts and lines keep their
// size.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const place = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [place, width]
}
