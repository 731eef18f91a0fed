// The state of the player: the track, the playlist and the window's size. It is separate from the window, so that any
// screen can start a track and the window's code is loaded only when something plays.
import { useSyncExternalStore } from 'react'
import type { Document } from '../documents/document'

export type PlayerMode = 'windowed' | 'maximized' | 'minimized'

interface PlayerState {
  /** null while the player is closed. */
  current: Document | null
  /** The playlist of previous and next. */
  list: readonly Document[]
  mode: PlayerMode
  /** Whether it should play. The media element follows as soon as it can. */
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
    /** Keeps the size of an open window. A closed player opens as a window. */
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
    /** Takes over the list on the screen as the playlist, if the current track is in it. */
    follow(list: readonly Document[]) {
      if (state.list !== list && list.some(({ id }) => id === state.current?.id)) set({ list })
    },
    /** Takes over changed data of the current track or a track of the playlist. */
    updateDocument(document: Document) {
      if (!state.list.some(({ id }) => id === document.id) && state.current?.id !== document.id) return
      set({
        current: state.current?.id === document.id ? document : state.current,
        list: state.list.map((one) => (one.id === document.id ? document : one)),
      })
    },
    /** Removes a deleted item from the playlist and closes the window if it is the current track. */
    removeDocument(id: string) {
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
