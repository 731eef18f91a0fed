// @vitest-environment jsdom
// The appearance store and the boot script, which must agree about every key and value.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCENTS, FONTS, THEMES } from './palette'

const bootScript = readFileSync('public/boot.js', 'utf8')
const boot = () => new Function(bootScript)()
const attributes = () => ({ ...document.documentElement.dataset })

async function freshStore() {
  vi.resetModules()
  return import('./store')
}

beforeEach(() => {
  document.body.replaceChildren()
  for (const name of ['theme', 'accent', 'font', 'compact'])
    document.documentElement.removeAttribute(`data-${name}`)
})

afterEach(() => {
  vi.useRealTimers()
})

describe('boot script', () => {
  it('falls back to the defaults when nothing or nonsense is stored', () => {
    localStorage.setItem('ledgerline.theme', 'neon')
    localStorage.setItem('ledgerline.compact', 'maybe')
    boot()
    expect(attributes()).toEqual({ theme: 'light', accent: 'default', font: 'inter', compact: 'false' })
  })

  it.each([
    ['theme', THEMES],
    ['accent', ACCENTS],
    ['font', FONTS],
    ['compact', ['true', 'false']],
  ] as const)('accepts every %s the app knows', (name, values) => {
    for (const value of values) {
      localStorage.setItem(`ledgerline.${name}`, value)
      boot()
      expect(document.documentElement.dataset[name]).toBe(value)
    }
  })

  it('still sets the defaults when storage is forbidden', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    boot()
    expect(attributes().theme).toBe('light')
  })
})

describe('appearance store', () => {
  it('reads what was stored and leaves the unknown at its default', async () => {
    localStorage.setItem('ledgerline.theme', 'dark')
    localStorage.setItem('ledgerline.accent', 'mauve')
    localStorage.setItem('ledgerline.compact', 'true')
    const { getAppearance } = await freshStore()
    expect(getAppearance()).toEqual({ theme: 'dark', accent: 'default', font: 'inter', compact: true })
    expect(attributes()).toEqual({ theme: 'dark', accent: 'default', font: 'inter', compact: 'true' })
  })

  it('cycles light, dark, glassmorphism and round again', async () => {
    const { cycleTheme, getAppearance } = await freshStore()
    const seen = [0, 1, 2].map(() => {
      cycleTheme()
      return getAppearance().theme
    })
    expect(seen).toEqual(['dark', 'glassmorphism', 'light'])
    expect(localStorage.getItem('ledgerline.theme')).toBe('light')
  })

  it('goes back to the neutral accent when the active one is chosen again', async () => {
    const { setAccent, getAppearance } = await freshStore()
    setAccent('rose')
    expect(document.documentElement.dataset.accent).toBe('rose')
    setAccent('rose')
    expect(getAppearance().accent).toBe('default')
    expect(localStorage.getItem('ledgerline.accent')).toBe('default')
  })

  it('tells listeners who made the change, and says nothing when nothing changed', async () => {
    const { onAppearanceChange, setFont, setCompact, applyAccountAppearance } = await freshStore()
    const changes: string[] = []
    const stop = onAppearanceChange((next, previous, source) =>
      changes.push(`${source}: ${previous.font} to ${next.font}, ${next.compact}`),
    )
    setFont('fredoka')
    setFont('fredoka')
    applyAccountAppearance({ font: 'comic', compact: true, theme: 'light' })
    stop()
    setCompact(false)
    expect(changes).toEqual(['person: inter to fredoka, false', 'account: fredoka to fredoka, true'])
  })

  it('follows another tab without writing back', async () => {
    const { getAppearance } = await freshStore()
    localStorage.setItem('ledgerline.theme', 'glassmorphism')
    const write = vi.spyOn(Storage.prototype, 'setItem')
    window.dispatchEvent(new StorageEvent('storage', { key: 'ledgerline.theme' }))
    expect(getAppearance().theme).toBe('glassmorphism')
    expect(document.documentElement.dataset.theme).toBe('glassmorphism')
    expect(write).not.toHaveBeenCalled()
  })

  it('covers a change of theme with a fade that goes away', async () => {
    vi.useFakeTimers()
    const { setTheme } = await freshStore()
    setTheme('dark')
    expect(document.querySelector('.theme-fade')).not.toBeNull()
    vi.advanceTimersByTime(250)
    expect(document.querySelector('.theme-fade')).toBeNull()
  })

  it('changes at once for a person who wants less motion', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduce'), media: query }))
    const { setTheme } = await freshStore()
    setTheme('dark')
    expect(document.querySelector('.theme-fade')).toBeNull()
    expect(document.documentElement.dataset.theme).toBe('dark')
  })
})
