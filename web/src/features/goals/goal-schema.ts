// The form of a new goal, and its request body.
import * as v from 'valibot'
import { GOAL_CATEGORIES, type GoalBody } from '@/entities/goals/goal'
import { GOAL } from '@/shared/config/limits'
import { goalForm as copy } from '@/shared/copy/goals'
import { typedAmount } from '@/shared/forms/typed-amount'
import { isDay, today } from '@/shared/lib/calendar'
import { toNumber } from '@/shared/lib/read-amount'

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
})

/** The texts in the form's fields, and the values that the schema parses from them. */
export type GoalInput = v.InferInput<typeof goalSchema>
type GoalValues = v.InferOutput<typeof goalSchema>

export const NEW_GOAL: GoalInput = {
  title: '',
  description: '',
  target_amount: '',
  target_date: '',
  category: 'general',
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
