// The chosen appearance: read from local storage, written to attributes of <html>, shared between tabs. It is outside
// React, so that the boot script, the session and components share one state.
import { fadeOver } from './fade'
import {
  type Accent,
  type Appearance,
  DEFAULT_APPEARANCE,
  type Font,
  isAccent,
  isFont,
  isTheme,
  THEMES,
  type Theme,
} from './palette'

export const APPEARANCE_KEYS = {
  theme: 'ledgerline.theme',
  accent: 'ledgerline.accent',
  font: 'ledgerline.font',
  compact: 'ledgerline.compact',
} as const

/** The source of a change: only a person's own choice is sent to the server. */
type ChangeSource = 'person' | 'account' | 'tab'

type AppearanceListener = (next: Appearance, previous: Appearance, source: ChangeSource) => void

function readStored(key: keyof Appearance): string | null {
  try {
    return localStorage.getItem(APPEARANCE_KEYS[key])
  } catch {
    return null
  }
}

function storeAppearance(appearance: Appearance) {
  try {
    for (const key of Object.keys(APPEARANCE_KEYS) as (keyof Appearance)[]) {
      localStorage.setItem(APPEARANCE_KEYS[key], String(appearance[key]))
    }
  } catch {
    // A private window may refuse local storage; then the choice lasts until the page is closed.
  }
}

function readAppearance(): Appearance {
  const [theme, accent, font] = [readStored('theme'), readStored('accent'), readStored('font')]
  return {
    theme: isTheme(theme) ? theme : DEFAULT_APPEARANCE.theme,
    accent: isAccent(accent) ? accent : DEFAULT_APPEARANCE.accent,
    font: isFont(font) ? font : DEFAULT_APPEARANCE.font,
    compact: readStored('compact') === 'true',
  }
}

function writeAttributes(appearance: Appearance) {
  const root = document.documentElement
  root.dataset.theme = appearance.theme
  root.dataset.accent = appearance.accent
  root.dataset.font = appearance.font
  root.dataset.compact = String(appearance.compact)
}

const listeners = new Set<AppearanceListener>()
let current = readAppearance()
writeAttributes(current)

function applyChange(patch: Partial<Appearance>, source: ChangeSource) {
  const previous = current
  const next = { ...previous, ...patch }
  const same = (Object.keys(next) as (keyof Appearance)[]).every((key) => next[key] === previous[key])
  if (same) return
  current = next
  if (source !== 'tab') storeAppearance(next)
  if (next.theme !== previous.theme) fadeOver(() => writeAttributes(next))
  else writeAttributes(next)
  for (const listener of listeners) listener(next, previous, source)
}

export const getAppearance = (): Appearance => current

/** Registers a listener for every change. Returns the function that removes it. */
export function onAppearanceChange(listener: AppearanceListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const setTheme = (theme: Theme) => applyChange({ theme }, 'person')

/** Switches to the next theme: light, dark, glassmorphism, then light again. */
export function cycleTheme() {
  const next = THEMES[(THEMES.indexOf(current.theme) + 1) % THEMES.length]
  if (next) setTheme(next)
}

/** Sets the accent; choosing the active one again resets it to the neutral accent. */
export const setAccent = (accent: Accent) =>
  applyChange({ accent: accent === current.accent ? DEFAULT_APPEARANCE.accent : accent }, 'person')

export const setFont = (font: Font) => applyChange({ font }, 'person')

export const setCompact = (compact: boolean) => applyChange({ compact }, 'person')

/** Applies the appearance stored in the account. Unknown values are ignored. */
export function applyAccountAppearance(values: {
  theme?: unknown
  accent?: unknown
  font?: unknown
  compact?: unknown
}) {
  const patch: Partial<Appearance> = {}
  if (isTheme(values.theme)) patch.theme = values.theme
  if (isAccent(values.accent)) patch.accent = values.accent
  if (isFont(values.font)) patch.font = values.font
  if (typeof values.compact === 'boolean') patch.compact = values.compact
  applyChange(patch, 'account')
}

const ownKeys = new Set<string>(Object.values(APPEARANCE_KEYS))

window.addEventListener('storage', (event) => {
  // A null key means that another tab cleared the whole storage.
  if (event.key === null || ownKeys.has(event.key)) applyChange(readAppearance(), 'tab')
})
