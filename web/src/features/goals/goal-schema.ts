// The form of a goal, and its request bodies.
import * as v from 'valibot'
import { GOAL_CATEGORIES, type Goal, type GoalBody } from '@/entities/goals/goal'
import { GOAL } from '@/shared/config/limits'
import { goalForm as copy } from '@/shared/copy/money/goals'
import { optionalTypedAmount, typedAmount } from '@/shared/forms/typed-amount'
import { toMinor } from '@/shared/lib/money/money'
import { toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { isDay, today } from '@/shared/lib/time/calendar'

export const goalSchema = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, copy.nameRequired),
    v.maxLength(GOAL.titleMax, copy.nameTooLong),
  ),
  description: v.pipe(v.string(), v.trim(), v.maxLength(GOAL.descriptionMax, copy.descriptionTooLong)),
  target_amount: typedAmount,
  // YYYY-MM-DD texts compare in date order.
  target_date: v.pipe(
    v.string(),
    v.check(isDay, copy.dateRequired),
    v.check((day) => day >= today(), copy.datePast),
  ),
  category: v.picklist(GOAL_CATEGORIES),
  /** The saved amount, only for an existing goal; empty means nothing saved. */
  current_amount: optionalTypedAmount({ allowsZero: true }),
})

/** The schema of an existing goal, whose stored date may be in the past. */
export function knownGoalSchema(before: Goal) {
  return v.object({
    ...goalSchema.entries,
    target_date: v.pipe(
      v.string(),
      v.check(isDay, copy.dateRequired),
      v.check((day) => day >= today() || day === before.target_date, copy.datePast),
    ),
  })
}

/** The texts in the form's fields, and the values that the schema parses from them. */
export type GoalInput = v.InferInput<typeof goalSchema>
type GoalValues = v.InferOutput<typeof goalSchema>

export const NEW_GOAL: GoalInput = {
  title: '',
  description: '',
  target_amount: '',
  target_date: '',
  category: 'general',
  current_amount: '',
}

export function goalBodyOf({
  title,
  description,
  target_amount,
  target_date,
  category,
}: GoalValues): GoalBody {
  return {
    title,
    ...(description === '' ? {} : { description }),
    target_amount: toNumber(target_amount),
    target_date,
    category,
  }
}

export function valuesOf(goal: Goal): GoalInput {
  return {
    title: goal.title,
    description: goal.description ?? '',
    target_amount: toTyped(toMinor(goal.target_amount)),
    target_date: goal.target_date,
    category: goal.category,
    current_amount: toTyped(toMinor(goal.current_amount)),
  }
}

/** Returns the fields that differ from the stored entry; empty if none does. */
export function changeOf(before: Goal, values: GoalValues): Partial<GoalBody> {
  const { title, description, target_amount, target_date, category, current_amount } = values
  const saved = current_amount ?? 0n
  return {
    ...(title === before.title ? {} : { title }),
    ...(description === (before.description ?? '') ? {} : { description }),
    ...(target_amount === toMinor(before.target_amount) ? {} : { target_amount: toNumber(target_amount) }),
    ...(target_date === before.target_date ? {} : { target_date }),
    ...(category === before.category ? {} : { category }),
    ...(saved === toMinor(before.current_amount) ? {} : { current_amount: toNumber(saved) }),
  }
}
