// The savings goal type of the screens.
import type { Schemas } from '@/shared/api/client'
import { toMinor } from '@/shared/lib/money/money'

export const GOAL_CATEGORIES = [
  'general',
  'emergency',
  'vacation',
  'house',
  'car',
  'education',
  'retirement',
  'health',
  'business',
] as const
const GOAL_STATUSES = ['active', 'completed', 'overdue'] as const

type GoalCategory = (typeof GOAL_CATEGORIES)[number]
type GoalStatus = (typeof GOAL_STATUSES)[number]

export type Goal = Omit<Schemas['Goal'], 'category' | 'status'> & {
  category: GoalCategory
  status: GoalStatus
}

export type GoalBody = {
  title: string
  description?: string
  target_amount: number
  target_date: string
  category: GoalCategory
  /** The saved amount, if it is being corrected. */
  current_amount?: number
}

export function fromServer(sent: Schemas['Goal']): Goal {
  return {
    ...sent,
    category: GOAL_CATEGORIES.find((category) => category === sent.category) ?? 'general',
    status: GOAL_STATUSES.find((status) => status === sent.status) ?? 'active',
  }
}

/** The saved share of the target, from 0 to 1, also where more than the target was saved. */
export function shareReached({ current_amount, target_amount }: Goal): number {
  const [current, target] = [toMinor(current_amount), toMinor(target_amount)]
  if (target <= 0n || current >= target) return 1
  return Number((current * 10_000n) / target) / 10_000
}
