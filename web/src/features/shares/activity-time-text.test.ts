import { describe, expect, it } from 'vitest'
import { activityTimeText } from './activity-time-text'

describe('SHR-08 when a link was seen last', () => {
  const now = new Date(2026, 10, 18, 14, 30)
  const at = (...parts: [number, number, number, number, number]) =>
    activityTimeText(new Date(...parts).toISOString(), now)

  it('is short', () => {
    expect(at(2026, 10, 18, 14, 30)).toBe('Just now')
    expect(at(2026, 10, 18, 14, 18)).toBe('12 min ago')
    expect(at(2026, 10, 18, 12, 20)).toBe('2 h ago')
    expect(at(2026, 10, 17, 13, 0)).toBe('Yesterday')
    expect(at(2026, 10, 14, 13, 0)).toBe('Nov 14')
  })
})
