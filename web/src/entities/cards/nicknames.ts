// What a person calls their cards. The server is not told; the names stay in this browser.
import { useSyncExternalStore } from 'react'
import { STORAGE_KEYS } from '@/shared/config/limits'

type Nicknames = Readonly<Record<string, string>>

const listeners = new Set<() => void>()
let read: { text: string | null; names: Nicknames } = { text: null, names: {} }

export function useNicknames(): Nicknames {
  return useSyncExternalStore(subscribe, nicknames)
}

/** The same object as long as the stored text is the same. */
export function nicknames(): Nicknames {
  const text = localStorage.getItem(STORAGE_KEYS.cardNicknames)
  if (text !== read.text) read = { text, names: parse(text) }
  return read.names
}

/** An empty name is none. */
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
    // A browser that stores nothing shows the card without a name.
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

/** Anyone can write into storage; what is no name is passed over. */
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
