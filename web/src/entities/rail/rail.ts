// Whether the side rail at the right is open. On a wide screen the choice is kept in local storage. On a narrower one
// the rail is folded, and opening it lays it over the page until it is closed or another screen is opened. The store is
// outside React, so that the frame, the rail and the player share one state.
import { useSyncExternalStore } from 'react'
import { STORAGE_KEYS } from '@/shared/config/limits'

/** 'none': this screen has no rail, or the window is too narrow for one. 'over': open, lying over the page. */
export type RailView = 'none' | 'folded' | 'open' | 'over'

/** The same value as in the rail's style sheet. */
const WIDE = '(min-width: 85rem)'
const ROOMY = '(min-width: 56.25rem)'

export function createRail() {
  const listeners = new Set<() => void>()
  let isOnScreen = false
  let isFolded = readFolded()
  let isOver = false
  let isWatching = false

  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const get = (): RailView => {
    if (!isOnScreen || !matches(ROOMY)) return 'none'
    if (matches(WIDE)) return isFolded ? 'folded' : 'open'
    return isOver ? 'over' : 'folded'
  }
  const watchWidth = () => {
    if (isWatching) return
    isWatching = true
    for (const query of [WIDE, ROOMY]) {
      matchMedia(query).addEventListener('change', () => {
        isOver = false
        notifyListeners()
      })
    }
  }

  return {
    get,
    subscribe(listener: () => void) {
      watchWidth()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Sets whether the current screen has a rail. Called by the frame. */
    setOnScreen(next: boolean) {
      if (next === isOnScreen) return
      isOnScreen = next
      isOver = false
      notifyListeners()
    },
    toggle() {
      if (get() === 'none') return
      if (matches(WIDE)) {
        isFolded = !isFolded
        writeFolded(isFolded)
      } else isOver = !isOver
      notifyListeners()
    },
    /** Closes the rail if it lies over the page; an open rail beside the page stays open. */
    closeOver() {
      if (!isOver) return
      isOver = false
      notifyListeners()
    },
  }
}

const matches = (query: string) => matchMedia(query).matches

export const rail = createRail()

export function useRail(): RailView {
  return useSyncExternalStore(rail.subscribe, rail.get)
}

function readFolded(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEYS.rail) === 'folded'
  } catch {
    return false
  }
}

function writeFolded(isFolded: boolean) {
  try {
    localStorage.setItem(STORAGE_KEYS.rail, isFolded ? 'folded' : 'open')
  } catch {
    // A private window may refuse local storage; then the choice lasts until the page is closed.
  }
}
