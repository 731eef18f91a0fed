// After a navigation, moves the focus to the page's content and announces its name, as a full page load would.
// Otherwise the focus of a screen reader user would stay on a link that may be gone.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { placeName } from './places'

export function RouteFocus({ path, main }: { path: string; main: RefObject<HTMLElement | null> }) {
  const shown = useRef(path)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    setAnnouncement(placeName(path) ?? document.title)
    // The browser has already moved the focus to the anchor of a link.
    if (window.location.hash === '') main.current?.focus({ preventScroll: true })
  }, [path, main])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
