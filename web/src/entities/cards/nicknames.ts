// The nicknames of cards. They stay in this browser's local storage and are not sent to the server.
import { useSyncExternalStore } from 'react'
import { STORAGE_KEYS } from '@/shared/config/limits'

type Nicknames = Readonly<Record<string, string>>

const listeners = new Set<() => void>()
let read: { text: string | null; names: Nicknames } = { text: null, names: {} }

export function useNicknames(): Nicknames {
  return useSyncExternalStore(subscribe, nicknames)
}

/**
 * Returns the nicknames by card id; the same object until the stored text changes, as useSyncExternalStore requires.
 */
export function nicknames(): Nicknames {
  const text = localStorage.getItem(STORAGE_KEYS.cardNicknames)
  if (text !== read.text) read = { text, names: parse(text) }
  return read.names
}

/** Stores the nickname of a card; an empty name removes it. */
export function setNickname(cardId: string, name: string) {
  const { [cardId]: _, ...others } = nicknames()
  write(name === '' ? others : { ...others, [cardId]: name })
}

export function forgetNickname(cardId: string) {
  setNickname(cardId, '')
}

function write(names: Nicknames) {
  try {
    if (Object.keys(names).length === 0) localStorage.removeItem(STORAGE_KEYS.cardNicknames)
    else localStorage.setItem(STORAGE_KEYS.cardNicknames, JSON.stringify(names))
  } catch {
    // Without local storage the card is shown without a nickname.
  }
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Parses the stored nicknames. Any script can write into local storage, so values that are not texts are ignored. */
function parse(text: string | null): Nicknames {
  try {
    const found: unknown = JSON.parse(text ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    const names = Object.entries(found).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return Object.fromEntries(names)
  } catch {
    return {}
  }
}
