// After a navigation the page's content gets the focus and its name is announced, as a full page load would
// do; a person who cannot see the change otherwise stays on a link that may be gone.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { placeName } from './places'

export function RouteFocus({ path, main }: { path: string; main: RefObject<HTMLElement | null> }) {
  const shown = useRef(path)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    setAnnouncement(placeName(path) ?? document.title)
    // A link with an anchor has already put the focus where it points.
    if (window.location.hash === '') main.current?.focus({ preventScroll: true })
  }, [path, main])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
