import { describe, expect, it } from 'vitest'
import { KEYS } from '@/shared/config/limits'
import { camelotOf, relativeKey, shortKey } from './musical-key'

describe('musical keys (SOUND-02)', () => {
  it('have the Camelot codes that DJs know', () => {
    const known = {
      'C major': '8B',
      'A minor': '8A',
      'G major': '9B',
      'F# minor': '11A',
      'C# minor': '12A',
      'Ab major': '4B',
      'Bb minor': '3A',
      'E minor': '9A',
      'C minor': '5A',
      'D major': '10B',
      'Eb major': '5B',
      'B major': '1B',
      'G# minor': '1A',
      'F major': '7B',
    }
    for (const [key, code] of Object.entries(known)) expect(`${key} ${camelotOf(key)}`).toBe(`${key} ${code}`)
    expect(new Set(KEYS.map(camelotOf)).size).toBe(24)
  })

  it('have a relative key at the same hour, and that one leads back', () => {
    for (const key of KEYS) {
      const relative = relativeKey(key) ?? ''
      expect(KEYS).toContain(relative)
      expect(relativeKey(relative)).toBe(key)
      expect(Number.parseInt(camelotOf(relative) ?? '', 10)).toBe(Number.parseInt(camelotOf(key) ?? '', 10))
    }
  })

  it('that nobody knows stay as they are', () => {
    expect([shortKey('H moll'), camelotOf('H moll'), relativeKey('')]).toEqual(['H moll', null, null])
  })
})
