// Keeps the queue, the position and the volume of an account over a reload, in this browser. Only ids are stored: the
// items are fetched again, so that a stored title is never older than the library.
import { MEDIA, STORAGE_KEYS } from '@/shared/config/limits'
import type { Document } from '../documents/document'
import { type PlayerState, player } from './player'
import { getProgress, onProgress } from './progress'
import { REPEATS, type Repeat } from './queue'

interface Kept {
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

/** Restores what was kept for the account, and keeps it from then on. Returns the function that stops it. */
export function keepPlayer(userId: string, findItems: FindItems): () => void {
  const key = `${STORAGE_KEYS.player}.${userId}`
  const kept = read(key)
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = player.get()
  // Until the kept queue is back, an empty player must not overwrite it.
  let isRestoring = false

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (isRestoring && player.get().current === null) return
    save(key, keptOf(player.get()))
  }
  const soon = (ms: number) => {
    timer ??= setTimeout(write, ms)
  }
  const stopState = player.subscribe(() => {
    const now = player.get()
    const isSame = now.serial === last.serial && now.asked === last.asked && now.rest === last.rest
    last = now
    // A pause, another volume or another track is written at once in effect: the reload may come right after.
    if (isSame) soon(MEDIA.keepPositionMs / 10)
    else write()
  })
  const stopProgress = onProgress(() => soon(MEDIA.keepPositionMs))
  window.addEventListener('pagehide', write)

  if (kept !== null) {
    player.setSound({ volume: kept.volume, isMuted: kept.isMuted })
    player.setRepeat(kept.repeat, kept.isShuffled)
    if (kept.current !== null && player.get().current === null) {
      isRestoring = true
      restore(kept, findItems, () => isOver)
        .catch(() => {
          // Without the server there is nothing to play; the queue is restored with the next reload.
        })
        .finally(() => {
          isRestoring = false
        })
    }
  }
  return () => {
    isOver = true
    if (player.get().current !== null) write()
    clearTimeout(timer)
    stopState()
    stopProgress()
    window.removeEventListener('pagehide', write)
  }
}

async function restore(kept: Kept, findItems: FindItems, isOver: () => boolean) {
  const ids = [kept.current ?? '', ...kept.asked, ...kept.rest, ...kept.past]
  const found = new Map((await findItems([...new Set(ids)])).map((item) => [item.id, item]))
  if (isOver()) return
  const items = (list: readonly string[]) => list.flatMap((id) => found.get(id) ?? [])
  const current = found.get(kept.current ?? '') ?? null
  const [past, asked, rest] = [items(kept.past), items(kept.asked), items(kept.rest)]
  const source = [...past, ...(current ? [current] : []), ...rest]
  player.restore({ current, past, asked, rest, source }, kept.position)
}

function keptOf(state: PlayerState): Kept {
  const { current, volume, isMuted, isShuffled, repeat, past, asked, rest, startAt } = state
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

function save(key: string, kept: Kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // A private window may refuse storage; then nothing is kept.
  }
}

/** Reads what was stored, or null if there is nothing or it is not understood. */
function read(key: string): Kept | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { volume, isMuted, isShuffled, repeat, current, position, past, asked, rest } = stored as Partial<
      Record<keyof Kept, unknown>
    >
    return {
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
      isMuted: isMuted === true,
      isShuffled: isShuffled === true,
      repeat: REPEATS.find((word) => word === repeat) ?? 'off',
      current: typeof current === 'string' ? current : null,
      position: typeof position === 'number' && position > 0 ? position : 0,
      past: texts(past),
      asked: texts(asked),
      rest: texts(rest),
    }
  } catch {
    return null
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
