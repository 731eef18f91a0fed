// The arithmetic of the charts: scales, lines, shares, keyboard steps, and their files.
import { describe, expect, it } from 'vitest'
import { csvOf } from './chart-files'
import { arcPath, areaPath, linePath } from './paths'
import { labelFilter, scaleOf, shortMoney, shortNumber } from './scale'
import { percentText, withColors } from './shares'
import { layOut, nearestPoint, peakOf } from './trend'
import { indexAfterKey } from './use-point-selection'

describe('the lines of the staff', () => {
  it.each([
    [[12_480, 4_000], [0, 2_500, 5_000, 7_500, 10_000], 12_480],
    [[1_240], [0, 250, 500, 750, 1_000], 1_240],
    [[19_900], [0, 5_000, 10_000, 15_000], 19_900],
    [[20], [0, 5, 10, 15, 20], 20],
    [[0.07], [0, 0.02, 0.04, 0.06], 0.07],
    [[0, 0], [0], 1],
    [[], [0], 1],
  ])('for %j lie at %j under %d', (values, ticks, top) => {
    expect(scaleOf(values)).toEqual({ ticks, top })
  })

  it('of counts are whole', () => {
    expect(scaleOf([3], true).ticks).toEqual([0, 1, 2, 3])
    expect(scaleOf([11], true).ticks).toEqual([0, 5, 10])
    for (let most = 1; most < 200; most += 1) {
      const { ticks, top } = scaleOf([most], true)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(top).toBe(most)
    }
  })

  it('have short figures beside them', () => {
    expect([0, 250, 2_500, 10_000, 1_250_000, 999_500_000_000].map(shortNumber)).toEqual([
      '0',
      '250',
      '2.5k',
      '10k',
      '1.25M',
      '1000B',
    ])
    expect(shortMoney(7_500, 'GBP')).toBe('£7.5k')
  })

  it('leave names out where there is no room, never the last', () => {
    const written = (width: number) =>
      Array.from({ length: 12 }, (_, at) => at).filter(labelFilter(12, 40, width))
    expect(written(600)).toHaveLength(12)
    expect(written(300)).toEqual([1, 3, 5, 7, 9, 11])
    expect(written(10).at(-1)).toBe(11)
  })
})

describe('the line', () => {
  it('CHART-01 is straight from point to point', () => {
    const points = [0, 0, 100, 50].map((y, index) => ({ x: index * 30, y }))
    expect(linePath(points)).toBe('M0 0L30 0L60 100L90 50')
    expect(areaPath(points, 120)).toBe('M0 0L30 0L60 100L90 50L90 120L0 120Z')
  })

  it('of one point or none is no fault', () => {
    expect(linePath([])).toBe('')
    expect(areaPath([], 10)).toBe('')
    expect(linePath([{ x: 5, y: 6 }])).toBe('M5 6')
  })

  it('of a whole ring does not vanish', () => {
    expect(arcPath(80, 64, 0, 1)).not.toContain('A64 64 0 0 1 80.00 16.00')
  })
})

describe('a trend', () => {
  const points = [3, 9, 9, 1].map((value, index) => ({
    key: String(index),
    axis: 'Nov',
    name: 'November',
    value,
    before: 2,
  }))
  const layout = layOut({ points, width: 400, height: 200, tick: String })

  it('fits its place', () => {
    for (const { x, y } of [...layout.now, ...layout.before]) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(layout.right)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThanOrEqual(layout.ground)
    }
  })

  it('knows the point nearest to the pointer, and its newest peak', () => {
    expect(layout.now.map(({ x }) => nearestPoint(layout.now, x + 5))).toEqual([0, 1, 2, 3])
    expect([nearestPoint(layout.now, -50), nearestPoint(layout.now, 9_999)]).toEqual([0, 3])
    expect(peakOf(points)).toBe(2)
  })

  it('is walked by keys and has two ends', () => {
    expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'a'].map((key) => indexAfterKey(key, 1, 4))).toEqual([
      2,
      0,
      0,
      3,
      null,
    ])
    expect([indexAfterKey('ArrowRight', 3, 4), indexAfterKey('ArrowLeft', 0, 4)]).toEqual([3, 0])
  })
})

describe('shares', () => {
  it('are sorted, and beyond the fifth told together', () => {
    const many = [1, 2, 3, 4, 5, 6, 7].map((value) => ({ name: `g${value}`, value }))
    const shown = withColors(many, 'Other')
    expect(shown.map(({ name, value }) => [name, value])).toEqual([
      ['g7', 7],
      ['g6', 6],
      ['g5', 5],
      ['g4', 4],
      ['g3', 3],
      ['Other', 3],
    ])
    expect(shown.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(1)
    expect(new Set(shown.map(({ background }) => background)).size).toBe(6)
  })

  it('of nothing are none, and six stay six', () => {
    expect(withColors([{ name: 'Trap', value: 0 }], 'Other')).toEqual([])
    const six = [6, 5, 4, 3, 2, 1].map((value) => ({ name: `g${value}`, value }))
    expect(withColors(six, 'Other').map(({ name }) => name)).toEqual(['g6', 'g5', 'g4', 'g3', 'g2', 'g1'])
  })

  it('never round to all or to nothing', () => {
    expect([0, 0.001, 0.125, 0.999, 1].map(percentText)).toEqual(['0%', '<1%', '13%', '99%', '100%'])
  })
})

it('a chart saved as CSV is quoted, and runs nothing in a spreadsheet (ANA-02)', () => {
  const rows = [
    ['R&B, "slow"', 12.5],
    ['=1+1', -3],
  ]
  expect(csvOf({ columns: ['Genre', 'Revenue'], rows })).toBe(
    'Genre,Revenue\r\n"R&B, ""slow""",12.5\r\n\'=1+1,-3\r\n',
  )
})
