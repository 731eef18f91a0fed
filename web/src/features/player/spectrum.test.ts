import { describe, expect, it } from 'vitest'
import { barsOf, condense } from './spectrum'

// PLAY-06
describe('the bars of the sound', () => {
  it('stand still in silence', () => {
    expect(barsOf(new Uint8Array(1024), 44_100)).toEqual(Array(50).fill(0))
  })

  it('rise where the tone is: low to the left, high to the right', () => {
    const tone = (hz: number) => {
      const bins = new Uint8Array(1024)
      bins[Math.round(hz / (22_050 / 1024))] = 255
      const bars = barsOf(bins, 44_100)
      return bars.indexOf(Math.max(...bars))
    }
    expect(tone(80)).toBeLessThan(10)
    expect(tone(1_000)).toBeGreaterThan(22)
    expect(tone(1_000)).toBeLessThan(32)
    expect(tone(10_000)).toBeGreaterThan(43)
  })

  it('reach the top and no further', () => {
    expect(barsOf(new Uint8Array(1024).fill(255), 48_000)).toEqual(Array(50).fill(1))
  })

  it('condense a waveform without losing its peaks', () => {
    expect(condense([0, 255, 0, 51], 2)).toEqual([1, 0.2])
    expect(condense([255], 3)).toEqual([1, 1, 1])
    expect(condense([], 2)).toEqual([0, 0])
  })
})
