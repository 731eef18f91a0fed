// Musical keys: short names as musicians write them, Camelot codes as DJs use them, and relative keys.

const KEY = /^([A-G])(#|b)? (major|minor)$/
const NATURALS: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }
/** The names the server knows, by semitones above C. */
const MAJORS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B']
const MINORS = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B']

/** 'F# minor' is F♯m, 'Eb major' is E♭. */
export function shortKey(name: string): string {
  const match = KEY.exec(name)
  if (!match) return name
  const [, note, accidental, mode] = match
  const sign = accidental === '#' ? '♯' : accidental === 'b' ? '♭' : ''
  return `${note}${sign}${mode === 'minor' ? 'm' : ''}`
}

/** The Camelot code of a key, such as 8A for A minor and 8B for C major; null for an unknown name. */
export function camelotOf(name: string): string | null {
  const key = parseKey(name)
  if (key === null) return null
  // On the Camelot wheel a fifth up is one hour further; a minor key has the hour of its relative major.
  const major = key.isMinor ? key.note + 3 : key.note
  const hour = ((major * 7 + 7) % 12) + 1
  return `${hour}${key.isMinor ? 'A' : 'B'}`
}

/** The key with the same notes: A minor for C major and the other way around; null for an unknown name. */
export function relativeKey(name: string): string | null {
  const key = parseKey(name)
  if (key === null) return null
  return key.isMinor ? `${MAJORS[(key.note + 3) % 12]} major` : `${MINORS[(key.note + 9) % 12]} minor`
}

function parseKey(name: string): { note: number; isMinor: boolean } | null {
  const match = KEY.exec(name)
  if (!match) return null
  const [, note = '', accidental, mode] = match
  const shift = accidental === '#' ? 1 : accidental === 'b' ? -1 : 0
  return { note: ((NATURALS[note] ?? 0) + shift + 12) % 12, isMinor: mode === 'minor' }
}
