// The newest goals, as Finances shows them.
import type { Goal } from '@/entities/goals/goal'
import { LISTS } from '@/shared/config/limits'
import { goals as copy } from '@/shared/copy/goals'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'
import { GoalFigures } from './goal-figures'

type GoalsPanelProps = {
  goals: readonly Goal[]
  onOpen: () => void
  onCreate: () => void
  className?: string
}

export function GoalsPanel({ goals, onOpen, onCreate, className }: GoalsPanelProps) {
  return (
    <Panel
      title={copy.title}
      aside={
        goals.length === 0 ? null : (
          <button type="button" onClick={onOpen} className={`text-12 ${textLinkClass}`}>
            {copy.showAll(goals.length)}
          </button>
        )
      }
      className={className}
    >
      {goals.length === 0 ? (
        <EmptyState
          level={3}
          title={copy.emptyTitle}
          action={<Button onClick={onCreate}>{copy.create}</Button>}
          className="py-6!"
        >
          {copy.empty}
        </EmptyState>
      ) : (
        <ul className="grid gap-5">
          {goals.slice(0, LISTS.financesGoals).map((goal) => (
            <li key={goal.id}>
              <GoalFigures goal={goal} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
