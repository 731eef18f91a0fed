// Walking through a chart's points: by arrow keys as along a slider, which says each point to a screen reader, or
// by pointing at one.
import { type KeyboardEvent, useState } from 'react'

interface Walk {
  /** The point on show; null while nobody is looking at one. */
  at: number | null
  show: (index: number) => void
  leave: () => void
  /** The point that is spoken of, shown or not. */
  here: number
  /** What makes the element one that arrow keys walk. */
  keys: {
    onKeyDown: (event: KeyboardEvent) => void
    onFocus: (event: { currentTarget: Element }) => void
    onBlur: () => void
  }
}

/** `start` is the point that is spoken of first: the newest, or the largest. */
export function useWalk(count: number, start: number): Walk {
  const [at, setAt] = useState<number | null>(null)
  const shown = at === null ? null : Math.min(at, count - 1)
  const here = shown ?? start
  const leave = () => setAt(null)
  return {
    at: shown,
    show: setAt,
    leave,
    here,
    keys: {
      onKeyDown: (event) => {
        if (event.key === 'Escape' && shown !== null) {
          // A dialog around the chart must not take the same Escape for itself.
          event.stopPropagation()
          return leave()
        }
        const to = destination(event.key, here, count)
        if (to === null) return
        event.preventDefault()
        setAt(to)
      },
      // By keyboard only: a click means the point under it.
      onFocus: ({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) setAt(here)
      },
      onBlur: leave,
    },
  }
}

export function destination(key: string, at: number, count: number): number | null {
  const bounded = (index: number) => Math.min(Math.max(index, 0), count - 1)
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return bounded(at + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return bounded(at - 1)
    case 'PageUp':
      return bounded(at + Math.ceil(count / 6))
    case 'PageDown':
      return bounded(at - Math.ceil(count / 6))
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
