// The playing position. It changes several times a second, so it has a store of its own and only what draws the
// position renders with it.
import { useCallback, useSyncExternalStore } from 'react'

interface Progress {
  id: string
  time: number
  duration: number
}

let progress: Progress | null = null
const listeners = new Set<() => void>()

export function setProgress(now: Progress | null) {
  progress = now
  for (const listener of listeners) listener()
}

export const getProgress = () => progress

export function onProgress(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The played share of an item from 0 to 1; 0 for an item that is not the current one. */
export function usePlayedShare(id: string): number {
  const share = useCallback(
    () => (progress?.id === id && progress.duration > 0 ? Math.min(1, progress.time / progress.duration) : 0),
    [id],
  )
  return useSyncExternalStore(onProgress, share)
}
