import { describe, expect, it } from 'vitest'
import { fromServer, type Goal, shareReached } from './goal'

const goal = (current_amount: number, target_amount: number) => ({ current_amount, target_amount }) as Goal

describe('how far a goal is (GOAL-03)', () => {
  it.each([
    [0, 4000, 0],
    [2600, 4000, 0.65],
    [7350, 10000, 0.735],
    [1800, 1800, 1],
    [1900, 1800, 1],
    [0.01, 1_000_000_000_000, 0],
    [999_999_999_999.99, 1_000_000_000_000, 0.9999],
  ])('%d of %d is %d, never more than the whole', (current, target, share) => {
    expect(shareReached(goal(current, target))).toBe(share)
  })

  it('knows a word it was not told as the plainest of its kind', () => {
    const sent = { category: 'boat', status: 'paused' } as Parameters<typeof fromServer>[0]
    expect(fromServer(sent)).toMatchObject({ category: 'general', status: 'active' })
  })
})
