// The state of the player: the queue, the window's size and the volume. It is separate from the window, so that any
// screen can start a track and the window's code is loaded only when something plays.
import { useMemo, useSyncExternalStore } from 'react'
import type { Document } from '../documents/document'
import { setProgress } from './progress'
import * as rules from './queue'
import { EMPTY_QUEUE, type Queue, type Random, REPEATS, type Repeat } from './queue'

export type PlayerMode = 'windowed' | 'maximized' | 'minimized'

export interface PlayerState extends Queue {
  mode: PlayerMode
  /** True if the track should play. The media element follows as soon as it can. */
  isPlaying: boolean
  /** Seconds at which the current track starts. */
  startAt: number
  /** Increases with each start, so that the same track can start again. */
  serial: number
  /** True if the queue advanced by itself; then an item that cannot play is skipped. */
  isAutomatic: boolean
  /** The volume from 0 to 1; it keeps its value while the sound is muted. */
  volume: number
  isMuted: boolean
}

/** The part of the queue that is stored over a reload; see stored-player.ts. */
export type StoredQueue = Pick<Queue, 'current' | 'past' | 'queuedByHand' | 'rest' | 'source'>

/** The controls of the media element that other screens use. */
interface Controls {
  seek: (seconds: number) => void
}

const CLOSED = { ...EMPTY_QUEUE, mode: 'windowed', isPlaying: false, startAt: 0, isAutomatic: false } as const
const START: PlayerState = { ...CLOSED, serial: 0, volume: 1, isMuted: false }

export function createPlayer(random: Random = Math.random) {
  let state = START
  let controls: Controls | null = null
  /** The name of the list in which play was pressed; only pages of that list extend the queue. */
  let sourceName: string | null = null
  const listeners = new Set<() => void>()
  const set = (change: Partial<PlayerState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const playFromStart = (change: Partial<PlayerState> | null, more: Partial<PlayerState> = {}) => {
    if (change === null) return false
    set({ ...change, startAt: 0, isPlaying: true, isAutomatic: false, serial: state.serial + 1, ...more })
    return true
  }
  /** Closes the player. Shuffle, repeat and volume keep their values, because the person chose them. */
  const close = () => {
    const { isShuffled, repeat, volume, isMuted, serial } = state
    setProgress(null)
    sourceName = null
    set({ ...CLOSED, isShuffled, repeat, volume, isMuted, serial })
  }
  const openFirst = ([first, ...others]: readonly Document[]) => {
    if (first) playFromStart(rules.start(state, first, [first, ...others], random), { mode: 'minimized' })
  }
  const enqueue = (items: readonly Document[], where: 'next' | 'last') => {
    if (state.current === null) openFirst(items)
    else set(rules.enqueue(state, items, where))
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /**
     * Plays an item and then the items that follow it in the list. Keeps the size of an open window; a closed player
     * opens as a window. `name` is the list's name for `extendList`.
     */
    open(
      current: Document,
      list: readonly Document[],
      { at = 0, name = null, mode }: { at?: number; name?: string | null; mode?: PlayerMode } = {},
    ) {
      sourceName = name
      playFromStart(rules.start(state, current, list, random), {
        startAt: at,
        mode: state.current ? state.mode : (mode ?? 'windowed'),
      })
    },
    /** Plays the items one after the other. */
    playAll(items: readonly Document[]) {
      const [first] = items
      if (first) this.open(first, items, { mode: 'minimized' })
    },
    close,
    setPlaying: (isPlaying: boolean) => {
      if (state.current && isPlaying !== state.isPlaying) set({ isPlaying })
    },
    setMode: (mode: PlayerMode) => set({ mode }),
    next: () => playFromStart(rules.next(state, random)),
    previous: () => playFromStart(rules.previous(state)),
    hasNext: () => rules.hasNext(state),
    hasPrevious: () => state.past.length > 0,
    /** Called when the track has ended: it repeats, the next one starts, or the player stops. */
    ended() {
      const goesOn =
        state.repeat === 'one'
          ? playFromStart({})
          : playFromStart(rules.next(state, random), { isAutomatic: true })
      if (!goesOn) set({ isPlaying: false })
    },
    /** Skips an item that cannot play. Returns false at the end of the queue, even if the list is set to repeat. */
    skipUnplayable(): boolean {
      return (
        rules.upcomingOf(state).length > 0 && playFromStart(rules.next(state, random), { isAutomatic: true })
      )
    },
    playUpcoming: (id: string) => playFromStart(rules.playUpcoming(state, id)),
    playNext: (items: readonly Document[]) => enqueue(items, 'next'),
    addToQueue: (items: readonly Document[]) => enqueue(items, 'last'),
    removeUpcoming: (id: string) => set(rules.removeUpcoming(state, id)),
    moveUpcoming(id: string, to: number) {
      const change = rules.moveUpcoming(state, id, to)
      if (change) set(change)
    },
    clearUpcoming: () => set({ queuedByHand: [], rest: [] }),
    toggleShuffle: () => set(rules.setShuffled(state, !state.isShuffled, random)),
    cycleRepeat: () =>
      set({ repeat: REPEATS[(REPEATS.indexOf(state.repeat) + 1) % REPEATS.length] as Repeat }),
    /**
     * Adds further pages of the list from which the current track was started. Returns false if `name` is another list.
     */
    extendList(list: readonly Document[], name: string): boolean {
      if (name !== sourceName) return false
      const change = rules.extendList(state, list, random)
      if (change) set(change)
      return true
    },
    /** Replaces an item in the queue by its changed version. */
    updateDocument(document: Document) {
      const { current, past, source } = state
      const known = [...past, ...source, ...rules.upcomingOf(state), ...(current ? [current] : [])]
      if (known.some(({ id }) => id === document.id)) set(rules.replaceItem(state, document))
    },
    /** Removes a deleted item from the queue and closes the player if it is the current one. */
    removeDocument(id: string) {
      if (state.current?.id === id) close()
      else set(rules.removeItem(state, id))
    },
    setSound: (sound: { volume: number; isMuted: boolean }) => set(sound),
    setRepeat: (repeat: Repeat, isShuffled: boolean) => set({ repeat, isShuffled }),
    /** Opens a stored queue, paused at its position. */
    restore(queue: StoredQueue, startAt: number) {
      if (state.current !== null || queue.current === null) return
      set({ ...queue, startAt, mode: 'minimized', isPlaying: false, serial: state.serial + 1 })
      setProgress({ id: queue.current.id, time: startAt, duration: queue.current.duration ?? 0 })
    },
    /** Registers the controls of the media element. Returns the function that unregisters them. */
    attach(own: Controls) {
      controls = own
      return () => {
        if (controls === own) controls = null
      }
    },
    seek: (seconds: number) => controls?.seek(seconds),
  }
}

export const player = createPlayer()

export function usePlayer(): PlayerState {
  return useSyncExternalStore(player.subscribe, player.get)
}

export interface UpNext {
  /** The items that play after the current track, in order; empty while the player is closed. */
  upcoming: readonly Document[]
  isShuffled: boolean
  repeat: Repeat
  /** Plays an upcoming item at once. */
  play: (id: string) => void
  remove: (id: string) => void
  /** Moves an upcoming item to the index `to`; 0 plays next. */
  move: (id: string, to: number) => void
  toggleShuffle: () => void
  cycleRepeat: () => void
}

/** Returns the upcoming items with their actions, for the lists in the player and in the side rail. */
export function useUpNext(): UpNext {
  const { queuedByHand, rest, isShuffled, repeat } = usePlayer()
  return useMemo(
    () => ({
      upcoming: [...queuedByHand, ...rest],
      isShuffled,
      repeat,
      play: player.playUpcoming,
      remove: player.removeUpcoming,
      move: player.moveUpcoming,
      toggleShuffle: player.toggleShuffle,
      cycleRepeat: player.cycleRepeat,
    }),
    [queuedByHand, rest, isShuffled, repeat],
  )
}
