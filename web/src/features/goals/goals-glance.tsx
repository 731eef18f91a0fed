// The goals that need attention first, as the dashboard shows them.
import type { Goal } from '@/entities/goals/goal'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { Button } from '@/shared/ui/button'
import { Panel } from '@/shared/ui/panel'
import { panelLinkClass } from '@/shared/ui/text-link'
import { GoalFigures } from './goal-figures'

type GoalsGlanceProps = {
  goals: readonly Goal[]
  onOpen: () => void
  onCreate: () => void
  className?: string
}

export function GoalsGlance({ goals, onOpen, onCreate, className }: GoalsGlanceProps) {
  return (
    <Panel
      title={copy.goals}
      aside={
        goals.length > 0 ? (
          <button type="button" onClick={onOpen} className={panelLinkClass}>
            {copy.allGoals}
          </button>
        ) : null
      }
      className={className}
    >
      {goals.length > 0 ? (
        <div className="@container">
          <ul className="grid gap-5 @min-[640px]:grid-cols-3 @min-[640px]:gap-8">
            {goals.map((goal) => (
              <li key={goal.id}>
                <GoalFigures goal={goal} />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-2">{copy.noGoals}</p>
          <Button onClick={onCreate}>{copy.createGoal}</Button>
        </div>
      )}
    </Panel>
  )
}
