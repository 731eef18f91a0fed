import { describe, expect, it } from 'vitest'
import { rowWindow } from './row-window'

const at = (above: number, count = 100_000) => rowWindow({ count, rowHeight: 48, above, viewHeight: 800 })

describe('the rows worth drawing', () => {
  it('cover the view with rows to spare, wherever it is', () => {
    for (const above of [-300, 0, 47, 48, 4_800, 2_400_000, 4_799_200]) {
      const { first, end } = at(above)
      const firstSeen = Math.max(0, Math.floor(above / 48))
      const endSeen = Math.min(100_000, Math.ceil((above + 800) / 48))
      expect(first).toBeLessThanOrEqual(firstSeen)
      expect(end).toBeGreaterThanOrEqual(endSeen)
      expect(end - first).toBeLessThan(60)
    }
  })

  it('stay within the list', () => {
    expect(at(0, 3)).toEqual({ first: 0, end: 3 })
    expect(at(9_999_999, 10)).toEqual({ first: 10, end: 10 })
    expect(at(-50_000, 10)).toEqual({ first: 0, end: 0 })
  })

  it('stay the same while a single row goes by', () => {
    expect(at(4_800)).toEqual(at(4_810))
  })
})
