// Opens a panel beside its button in the browser's top layer, so that no scroll area, dialog or glass panel clips it.
// The hook opens it, keeps it beside the button, and closes it when the person clicks or focuses something else.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const GAP = 6
const EDGE = 8

export type Align = 'start' | 'end'

interface Anchored<Anchor extends HTMLElement = HTMLButtonElement> {
  open: boolean
  setOpen: (open: boolean) => void
  trigger: RefObject<Anchor | null>
  popup: RefObject<HTMLDivElement | null>
  /** Closes the panel and moves the focus back to the button. */
  closeAndReturn: () => void
}

export function useAnchored<Anchor extends HTMLElement = HTMLButtonElement>(align: Align): Anchored<Anchor> {
  const [open, setOpen] = useState(false)
  const trigger = useRef<Anchor>(null)
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const [button, surface] = [trigger.current, popup.current]
    if (!open || !button || !surface) return
    surface.showPopover()
    const keepBeside = () => place(surface, button, align)
    keepBeside()
    // The panel's own scrolling moves nothing.
    const onScroll = ({ target }: Event) => {
      if (!surface.contains(target as Node)) keepBeside()
    }
    window.addEventListener('resize', keepBeside)
    // Capture: an inner scroll area moves the button too, and its scroll does not bubble.
    window.addEventListener('scroll', onScroll, true)
    return () => {
      window.removeEventListener('resize', keepBeside)
      window.removeEventListener('scroll', onScroll, true)
    }
  }, [open, align])

  useEffect(() => {
    if (!open) return
    const leave = (event: Event) => {
      const target = event.target as Node
      if (!popup.current?.contains(target) && !trigger.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [open])

  function closeAndReturn() {
    setOpen(false)
    trigger.current?.focus()
  }

  return { open, setOpen, trigger, popup, closeAndReturn }
}

/** Places the surface below the button, or above it if there is more space, always inside the window. */
function place(surface: HTMLElement, button: HTMLElement, align: Align) {
  const at = button.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  // Without its limit the panel has nothing to scroll, and the browser forgets how far it was scrolled.
  const { scrollTop } = surface
  surface.style.maxHeight = ''
  const { width, height } = surface.getBoundingClientRect()
  const below = innerHeight - at.bottom - GAP - EDGE
  const above = at.top - GAP - EDGE
  const upward = height > below && above > below
  const space = upward ? above : below
  const left = align === 'end' ? at.right - width : at.left
  surface.style.maxHeight = `${Math.max(space, 96)}px`
  surface.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
  surface.style.top = upward
    ? `${Math.max(EDGE, at.top - GAP - Math.min(height, space))}px`
    : `${at.bottom + GAP}px`
  surface.scrollTop = scrollTop
}
