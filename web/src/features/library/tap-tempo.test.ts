import { expect, test } from 'vitest'
import { addTap, tempoOf } from './tap-tempo'

const tapped = (times: readonly number[]) => times.reduce(addTap, [] as readonly number[])

test('SOUND-02 taps give the tempo, and unsteady ones their mean', () => {
  expect(tempoOf(tapped([0, 500]))).toBeNull()
  expect(tempoOf(tapped([0, 500, 1000, 1500]))).toBe(120)
  expect(tempoOf(tapped([0, 480, 1010, 1490, 2000]))).toBe(120)
  expect(tempoOf(tapped([0, 345, 690, 1034]))).toBe(174)
})

test('SOUND-02 a pause starts over, and only the last taps count', () => {
  expect(tempoOf(tapped([0, 500, 1000, 9000, 9400, 9800]))).toBe(150)
  const slowThenFast = [...Array(10).keys()].map((tap) => tap * 1000)
  const fast = [...Array(9).keys()].map((tap) => 9500 + tap * 500)
  expect(tempoOf(tapped([...slowThenFast, ...fast]))).toBe(120)
})
