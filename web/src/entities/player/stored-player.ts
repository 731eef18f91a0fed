// Stores the player's queue, position and volume in local storage, for each account, so that they survive a reload.
// Only the ids of items are stored and the items are refetched, so that a restored title is never older than the
// library.
import { MEDIA, STORAGE_KEYS } from '@/shared/config/limits'
import type { Document } from '../documents/document'
import { type PlayerState, player } from './player'
import { getProgress, onProgress } from './progress'
import { REPEATS, type Repeat } from './queue'

interface StoredPlayer {
  volume: number
  isMuted: boolean
  isShuffled: boolean
  repeat: Repeat
  current: string | null
  position: number
  past: string[]
  asked: string[]
  rest: string[]
}

/** Finds items by their ids. Items that no longer exist are missing from the result. */
type FindItems = (ids: readonly string[]) => Promise<readonly Document[]>

/**
 * Restores the stored player of the account, and stores every change from then on. Returns the function that stops it.
 */
export function persistPlayer(userId: string, findItems: FindItems): () => void {
  const key = `${STORAGE_KEYS.player}.${userId}`
  const stored = readStoredPlayer(key)
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = player.get()
  // Until the stored queue has been restored, an empty player must not overwrite it.
  let isRestoring = false

  const writeNow = () => {
    clearTimeout(timer)
    timer = undefined
    if (isRestoring && player.get().current === null) return
    storePlayer(key, storedPlayerOf(player.get()))
  }
  const writeAfter = (ms: number) => {
    timer ??= setTimeout(writeNow, ms)
  }
  const stopState = player.subscribe(() => {
    const now = player.get()
    const isSame =
      now.serial === last.serial && now.queuedByHand === last.queuedByHand && now.rest === last.rest
    last = now
    // A pause or another volume is stored after a short delay, another track at once, because a reload may follow.
    if (isSame) writeAfter(MEDIA.keepPositionMs / 10)
    else writeNow()
  })
  const stopProgress = onProgress(() => writeAfter(MEDIA.keepPositionMs))
  window.addEventListener('pagehide', writeNow)

  if (stored !== null) {
    player.setSound({ volume: stored.volume, isMuted: stored.isMuted })
    player.setRepeat(stored.repeat, stored.isShuffled)
    if (stored.current !== null && player.get().current === null) {
      isRestoring = true
      restoreQueue(stored, findItems, () => isOver)
        .catch(() => {
          // The items could not be fetched; the queue is restored with the next reload.
        })
        .finally(() => {
          isRestoring = false
        })
    }
  }
  return () => {
    isOver = true
    if (player.get().current !== null) writeNow()
    clearTimeout(timer)
    stopState()
    stopProgress()
    window.removeEventListener('pagehide', writeNow)
  }
}

async function restoreQueue(stored: StoredPlayer, findItems: FindItems, isOver: () => boolean) {
  const ids = [stored.current ?? '', ...stored.asked, ...stored.rest, ...stored.past]
  const found = new Map((await findItems([...new Set(ids)])).map((item) => [item.id, item]))
  if (isOver()) return
  const items = (list: readonly string[]) => list.flatMap((id) => found.get(id) ?? [])
  const current = found.get(stored.current ?? '') ?? null
  const [past, asked, rest] = [items(stored.past), items(stored.asked), items(stored.rest)]
  const source = [...past, ...(current ? [current] : []), ...rest]
  player.restore({ current, past, queuedByHand: asked, rest, source }, stored.position)
}

function storedPlayerOf(state: PlayerState): StoredPlayer {
  const { current, volume, isMuted, isShuffled, repeat, past, queuedByHand: asked, rest, startAt } = state
  const progress = getProgress()
  const ids = (list: readonly Document[]) => list.slice(0, MEDIA.keptItems).map(({ id }) => id)
  return {
    volume,
    isMuted,
    isShuffled,
    repeat,
    current: current?.id ?? null,
    position: current !== null && progress?.id === current.id ? progress.time : startAt,
    past: past.slice(-MEDIA.keptItems).map(({ id }) => id),
    asked: ids(asked),
    rest: ids(rest),
  }
}

function storePlayer(key: string, stored: StoredPlayer) {
  try {
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // A private window may refuse local storage; then the player is not stored.
  }
}

/** Reads the stored player, or returns null if there is none or it cannot be parsed. */
function readStoredPlayer(key: string): StoredPlayer | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { volume, isMuted, isShuffled, repeat, current, position, past, asked, rest } = stored as Partial<
      Record<keyof StoredPlayer, unknown>
    >
    return {
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
      isMuted: isMuted === true,
      isShuffled: isShuffled === true,
      repeat: REPEATS.find((word) => word === repeat) ?? 'off',
      current: typeof current === 'string' ? current : null,
      position: typeof position === 'number' && position > 0 ? position : 0,
      past: textsIn(past),
      asked: textsIn(asked),
      rest: textsIn(rest),
    }
  } catch {
    return null
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
