// A goal's name, status, progress and amounts, shared by Finances and the goals modal.
import { type Goal, shareReached } from '@/entities/goals/goal'
import { goals as copy } from '@/shared/copy/money/goals'
import { formatAmount } from '@/shared/lib/money/money'
import { dayText } from '@/shared/lib/time/calendar'
import { Badge } from '@/shared/ui/badge'
import { GoalTrack } from './goal-track'

export function GoalFigures({ goal, level = 3 }: { goal: Goal; level?: 3 | 4 }) {
  const Heading = `h${level}` as const
  const share = shareReached(goal)
  const [current, target] = [formatAmount(goal.current_amount), formatAmount(goal.target_amount)]
  return (
    <>
      <div className="flex items-center gap-2 min-h-[22px]">
        <Heading className="min-w-0 mr-auto text-14 font-medium break-words">{goal.title}</Heading>
        {goal.status === 'completed' ? <Badge tone="pos">{copy.statuses.completed}</Badge> : null}
        {goal.status === 'overdue' ? <Badge tone="warn">{copy.statuses.overdue}</Badge> : null}
        {goal.status === 'completed' ? null : (
          // 100% is shown only when the goal is reached.
          <span
            aria-hidden
            className="num text-12 font-medium"
          >{`${Math.min(99, Math.round(share * 100))}%`}</span>
        )}
      </div>
      <GoalTrack
        label={copy.progressOf(goal.title)}
        share={share}
        valueText={copy.reached(current, target)}
        className="mt-2 mb-1.5"
      />
      <p className="num flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
        <span>
          <b className="font-medium text-ink">{current}</b>
          {` ${copy.of} ${target}`}
        </span>
        <span>{copy.by(dayText(goal.target_date))}</span>
      </p>
    </>
  )
}
