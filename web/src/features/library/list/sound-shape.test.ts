import { expect, test } from 'vitest'
import { envelopeOf } from './sound-shape'

const heights = (parts: number[]) => {
  const points = envelopeOf(parts).slice(1, -1).split('L')
  const ys = points.map((point) => Number(point.split(' ')[1]))
  return parts.map((_, index) => Math.round((ys.at(-1 - index) ?? 0) - (ys[index] ?? 0)))
}

test('LIB-01 each waveform is scaled to its own loudest part, and silence is still drawn', () => {
  expect(heights([200, 0, 100])).toEqual([100, 6, 50])
  expect(heights([20, 0, 10])).toEqual([100, 6, 50])
  expect(heights([0, 0])).toEqual([6, 6])
})

test('LIB-01 evenly loud tracks still differ from each other', () => {
  const [loud = 0, , soft = 0] = heights([250, 240, 200])
  expect(loud - soft).toBeGreaterThan(40)
})
