// What is being played and how its window stands. Kept apart from the window, so that any screen can start a
// track and the window itself is fetched only when there is something to play.
import { useSyncExternalStore } from 'react'
import type { Document } from '../documents/document'

export type PlayerMode = 'windowed' | 'maximized' | 'minimized'

interface PlayerState {
  /** null: closed. */
  current: Document | null
  /** What previous and next walk through. */
  list: readonly Document[]
  mode: PlayerMode
  /** What the person wants; the medium follows as soon as it can. */
  isPlaying: boolean
}

const CLOSED: PlayerState = { current: null, list: [], mode: 'windowed', isPlaying: false }

export function createPlayer() {
  let state = CLOSED
  const listeners = new Set<() => void>()
  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const neighbour = (step: 1 | -1): Document | null => {
    const at = state.list.findIndex(({ id }) => id === state.current?.id)
    return at === -1 ? null : (state.list[at + step] ?? null)
  }
  const go = (step: 1 | -1) => {
    const current = neighbour(step)
    if (current) set({ current, isPlaying: true })
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** A window that is open stays as it is; a new one opens in the middle. */
    open(current: Document, list: readonly Document[]) {
      set({ current, list, isPlaying: true, mode: state.current ? state.mode : 'windowed' })
    },
    close: () => set(CLOSED),
    setPlaying: (isPlaying: boolean) => {
      if (state.current && isPlaying !== state.isPlaying) set({ isPlaying })
    },
    setMode: (mode: PlayerMode) => set({ mode }),
    next: () => go(1),
    previous: () => go(-1),
    hasNext: () => neighbour(1) !== null,
    hasPrevious: () => neighbour(-1) !== null,
    /** The list on the screen has grown or is ordered anew: walk through that, if the track is in it. */
    follow(list: readonly Document[]) {
      if (state.list !== list && list.some(({ id }) => id === state.current?.id)) set({ list })
    },
    /** News about an item, such as another title. */
    told(document: Document) {
      if (!state.list.some(({ id }) => id === document.id) && state.current?.id !== document.id) return
      set({
        current: state.current?.id === document.id ? document : state.current,
        list: state.list.map((one) => (one.id === document.id ? document : one)),
      })
    },
    /** Deleting what plays closes the window. */
    gone(id: string) {
      if (state.current?.id === id) set(CLOSED)
      else if (state.list.some((one) => one.id === id))
        set({ list: state.list.filter((one) => one.id !== id) })
    },
  }
}

export const player = createPlayer()

export function usePlayer(): PlayerState {
  return useSyncExternalStore(player.subscribe, player.get)
}
