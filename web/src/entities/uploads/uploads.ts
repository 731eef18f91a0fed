// The list of uploads of this page, which every screen may show. It is small and always loaded; the queue that sends
// the files (queue.ts) is loaded with the first file.
import { useEffect, useSyncExternalStore } from 'react'

export interface Upload {
  id: number
  /** The batch number: files that were chosen or dropped together have the same one. */
  batch: number
  name: string
  size: number
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'cancelled'
  sent: number
  /** Bytes per second and remaining seconds; null while unknown. */
  rate: number | null
  secondsLeft: number | null
  /** The failure, or a note that the library already has the same file. */
  note: string | null
  /** True if a retry may succeed. */
  canRetry: boolean
  /** True for a large file, which can be paused and resumed. */
  canPause: boolean
  /** True after a reload: the browser no longer has the file, which must be chosen again to resume. */
  needsFile: boolean
}

let list: readonly Upload[] = []
let placesElsewhere = 0
const listeners = new Set<() => void>()

function notifyListeners() {
  for (const listener of listeners) listener()
}

export const isUnderWay = ({ state }: Upload) => state === 'sending' || state === 'waiting'

export const uploadList = {
  get: () => list,
  set(next: readonly Upload[]) {
    list = next
    notifyListeners()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  isBusy: () => list.some(isUnderWay),
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploadList.subscribe, uploadList.get)
}

/** Hides the floating tray while the calling component is mounted, because that component shows the uploads itself. */
export function useShowsUploads() {
  useEffect(() => {
    placesElsewhere += 1
    notifyListeners()
    return () => {
      placesElsewhere -= 1
      notifyListeners()
    }
  }, [])
}

export function useAreUploadsElsewhere(): boolean {
  return useSyncExternalStore(uploadList.subscribe, () => placesElsewhere > 0)
}

/** The progress of all uploads together. Canceled ones do not count. */
export function progressOf(uploads: readonly Upload[]) {
  const counted = uploads.filter(({ state }) => state !== 'cancelled')
  const failed = counted.filter(({ state }) => state === 'failed').length
  const going = counted.filter(({ state }) => state !== 'failed')
  const size = going.reduce((sum, one) => sum + one.size, 0)
  const sent = going.reduce((sum, one) => sum + (one.state === 'done' ? one.size : one.sent), 0)
  return {
    done: counted.filter(({ state }) => state === 'done').length,
    total: counted.length,
    failed,
    share: size === 0 ? 1 : sent / size,
    isBusy: uploads.some(isUnderWay),
  }
}

/** Sorts uploads for the screen: the newest batch first, and finished uploads at the end of their batch. */
export function newestFirst(uploads: readonly Upload[]): readonly Upload[] {
  const isDone = ({ state }: Upload) => Number(state === 'done')
  return [...uploads].sort((a, b) => b.batch - a.batch || isDone(a) - isDone(b) || a.id - b.id)
}
