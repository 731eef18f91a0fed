// Selecting a chart's points: with arrow keys as on a slider, which announces each point to a screen reader, or with
// the pointer.
import { type KeyboardEvent, useState } from 'react'

interface PointSelection {
  /** The index of the selected point; null while none is selected. */
  at: number | null
  show: (index: number) => void
  leave: () => void
  /** The index of the point that the slider announces, selected or not. */
  here: number
  /** Props that make the element a slider operated by arrow keys. */
  keys: {
    onKeyDown: (event: KeyboardEvent) => void
    onFocus: (event: { currentTarget: Element }) => void
    onBlur: () => void
  }
}

/** `start` is the index that is announced first: the newest or the largest point. */
export function usePointSelection(count: number, start: number): PointSelection {
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
          // The same Escape must not close a dialog around the chart.
          event.stopPropagation()
          return leave()
        }
        const to = indexAfterKey(event.key, here, count)
        if (to === null) return
        event.preventDefault()
        setAt(to)
      },
      // Only for keyboard focus: a click selects the point under the pointer.
      onFocus: ({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) setAt(here)
      },
      onBlur: leave,
    },
  }
}

export function indexAfterKey(key: string, at: number, count: number): number | null {
  const clampIndex = (index: number) => Math.min(Math.max(index, 0), count - 1)
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return clampIndex(at + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return clampIndex(at - 1)
    case 'PageUp':
      return clampIndex(at + Math.ceil(count / 6))
    case 'PageDown':
      return clampIndex(at - Math.ceil(count / 6))
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
