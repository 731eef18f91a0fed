import { describe, expect, it } from 'vitest'
import { momentOf, posterSize } from './poster'

describe('the poster of a video', () => {
  it('is small enough for the server whatever shape the video has (GUARD-01)', () => {
    expect(posterSize(3840, 2160)).toEqual({ width: 960, height: 540 })
    expect(posterSize(2160, 3840)).toEqual({ width: 540, height: 960 })
    expect(posterSize(10, 100_000)).toEqual({ width: 1, height: 960 })
    expect(posterSize(320, 240)).toEqual({ width: 320, height: 240 })
  })

  it('is taken a little after the start and never past the end', () => {
    expect([momentOf(60), momentOf(2), momentOf(Number.POSITIVE_INFINITY)]).toEqual([1, 0.2, 0])
  })
})
