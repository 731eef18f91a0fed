// RAIL-01 every section of the side rail caps its rows by the height available.
import { describe, expect, it } from 'vitest'
import { fitRows, type RailSection } from './fit-rows'

const section = (total: number, rowPx: number, usual: number, most: number): RailSection => ({
  rows: total,
  total,
  rowPx,
  usual,
  most,
})
const FULL = [section(9, 42, 4, 7), section(12, 42, 3, 8), section(5, 48, 2, 4), section(5, 28, 3, 5)]

describe('the rows of the rail', () => {
  it('are the usual ones at 900 pixels with the player docked', () => {
    const usual = [section(4, 42, 4, 7), section(3, 42, 3, 8), section(2, 48, 2, 4), section(3, 28, 3, 5)]
    expect(fitRows(usual, 836 - 12 - 164)).toEqual([4, 3, 2, 3])
  })

  it('are more where there is space, the most important section first', () => {
    expect(fitRows(FULL, 836 - 32)).toEqual([5, 3, 2, 3])
    expect(fitRows(FULL, 2_000)).toEqual([7, 8, 4, 5])
  })

  it('are fewer where there is less, and the last section goes first', () => {
    expect(fitRows(FULL, 560)).toEqual([4, 1, 1, 1])
    expect(fitRows(FULL, 340)).toEqual([1, 1, 1, 0])
    expect(fitRows(FULL, 50)).toEqual([1, 0, 0, 0])
  })

  it('leave out a section with nothing to say', () => {
    expect(fitRows([section(0, 42, 4, 7), section(2, 42, 3, 8)], 600)).toEqual([0, 2])
  })
})
