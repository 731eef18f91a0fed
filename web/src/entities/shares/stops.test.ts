import { describe, expect, it } from 'vitest'
import { displayStateOf } from './share'
import { isAtTag, mostFrequentStop, sharesOf } from './stops'

describe('SHR-08 where listeners stop', () => {
  it('is the share of plays that got to each part', () => {
    expect(sharesOf([4, 4, 2, 1])).toEqual([1, 1, 0.5, 0.25])
    expect(sharesOf([0, 0])).toEqual([])
  })

  it('finds the part that most leave', () => {
    expect(mostFrequentStop([10, 9, 4, 3], 40)).toEqual({ plays: 5, at: 20 })
    expect(mostFrequentStop([3, 3, 3, 3], 40)).toBeNull()
  })

  it('tells a voice tag that begins there', () => {
    const tags = { firstAfter: 5, every: 25 }
    expect(isAtTag(30, 4, tags)).toBe(true)
    expect(isAtTag(20, 4, tags)).toBe(false)
    expect(isAtTag(1, 4, tags)).toBe(true)
  })
})

describe('SHR-11 the state of a link', () => {
  it('is ending in its last days', () => {
    const now = new Date(2026, 10, 18)
    expect(displayStateOf({ state: 'live', expires_on: '2026-11-20' }, now)).toBe('ending')
    expect(displayStateOf({ state: 'live', expires_on: '2026-12-20' }, now)).toBe('live')
    expect(displayStateOf({ state: 'live', expires_on: null }, now)).toBe('live')
    expect(displayStateOf({ state: 'expired', expires_on: '2026-11-17' }, now)).toBe('expired')
  })
})
