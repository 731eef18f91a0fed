// GOAL-02
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { GOAL_CATEGORIES } from '@/entities/goals/goal'
import { today } from '@/shared/lib/time/calendar'
import { type GoalInput, goalBodyOf, goalSchema, NEW_GOAL } from './goal-schema'

const GOOD: GoalInput = {
  ...NEW_GOAL,
  title: 'New monitor pair',
  target_amount: '4,000.00',
  target_date: '2199-03-01',
}

const faultOf = (change: Partial<GoalInput>) =>
  Object.values(
    v.flatten(v.safeParse(goalSchema, { ...GOOD, ...change }).issues ?? ([] as never)).nested ?? {},
  )
    .flat()
    .at(0)

describe('the form of a goal (GOAL-02)', () => {
  it.each([
    [{ title: ' ' }, 'Enter a title'],
    [{ title: 'x'.repeat(201) }, 'Use up to 200 characters'],
    [{ target_amount: '' }, 'Enter an amount'],
    [{ target_amount: '0' }, 'Enter an amount above zero'],
    [{ target_amount: '0.005' }, 'Use up to two decimals'],
    [{ target_amount: 'NaN' }, 'Enter a number such as 120 or 1,250.50'],
    [{ target_date: '' }, 'Enter a valid date'],
    [{ target_date: '2199-02-30' }, 'Enter a valid date'],
    [{ target_date: '2020-01-01' }, 'Choose today or a later date'],
  ])('refuses %j', (change, text) => {
    expect(faultOf(change)).toBe(text)
  })

  it('accepts a cent, and today', () => {
    expect(faultOf({ target_amount: '0.01', target_date: today() })).toBeUndefined()
  })

  it('has nine categories and begins with general', () => {
    expect(GOAL_CATEGORIES).toHaveLength(9)
    expect(NEW_GOAL.category).toBe('general')
    for (const category of GOAL_CATEGORIES) expect(faultOf({ category })).toBeUndefined()
  })

  it('sends the amount as a number, and a description only where there is one', () => {
    expect(goalBodyOf(v.parse(goalSchema, GOOD))).toEqual({
      title: 'New monitor pair',
      target_amount: 4000,
      target_date: '2199-03-01',
      category: 'general',
    })
    expect(goalBodyOf(v.parse(goalSchema, { ...GOOD, description: 'For the second room' })).description).toBe(
      'For the second room',
    )
  })
})
