import { describe, expect, it } from 'vitest'
import { fold, matchedParts } from './folded'

const marked = (text: string, query: string) =>
  matchedParts(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

describe('what a search compares', () => {
  it('is without case and accents, as on the server (SHELL-06)', () => {
    expect(fold('Café ÉTÉ Straße Łódź İ 한글')).toBe('cafe ete strasse lodz i 한글')
  })

  it('is marked where it stands in the title', () => {
    expect(marked('Night Drive', 'dri night')).toBe('[Night] [Dri]ve')
    expect(marked('Été à Łódź', 'ete lod')).toBe('[Été] à [Łód]ź')
    expect(marked('Cafe\u0301 Noir', 'cafe')).toBe('[Cafe\u0301] Noir')
    expect(marked('Straße 7', 'strass')).toBe('[Straß]e 7')
    expect(marked('a.b(c)', '.b(')).toBe('a[.b(]c)')
    expect(marked('🔥 Fire', '🔥')).toBe('[🔥] Fire')
    expect(marked('Nothing', 'zzz')).toBe('Nothing')
    expect(marked('Nothing', ' ')).toBe('Nothing')
  })
})
