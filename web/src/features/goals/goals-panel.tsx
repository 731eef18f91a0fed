// The newest goals, as Finances shows them.
import type { Goal } from '@/entities/goals/goal'
import { LISTS } from '@/shared/config/limits'
import { goals as copy } from '@/shared/copy/money/goals'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { panelLinkClass } from '@/shared/ui/text-link'
import { GoalFigures } from './goal-figures'

type GoalsPanelProps = {
  /** Undefined while the list is loading. */
  goals: readonly Goal[] | undefined
  /** The message if the list could not be loaded. */
  failure: string | null
  onRetry: () => void
  onOpen: () => void
  onCreate: () => void
  className?: string
}

export function GoalsPanel({ goals, failure, onRetry, onOpen, onCreate, className }: GoalsPanelProps) {
  return (
    <Panel
      title={copy.title}
      aside={
        goals && goals.length > 0 ? (
          <button type="button" onClick={onOpen} className={panelLinkClass}>
            {copy.showAll(goals.length)}
          </button>
        ) : null
      }
      className={className}
    >
      {goals ? <NewestGoals goals={goals} onCreate={onCreate} /> : null}
      {!goals && failure ? (
        <Banner tone="error" action={<Button onClick={onRetry}>{copy.retry}</Button>}>
          {failure}
        </Banner>
      ) : null}
      {!goals && !failure ? (
        <Loading label={copy.loading} className="grid gap-5">
          <Skeleton height={62} />
          <Skeleton height={62} />
        </Loading>
      ) : null}
    </Panel>
  )
}

function NewestGoals({ goals, onCreate }: { goals: readonly Goal[]; onCreate: () => void }) {
  if (goals.length === 0) {
    return (
      <EmptyState
        level={3}
        title={copy.emptyTitle}
        action={<Button onClick={onCreate}>{copy.create}</Button>}
        className="py-6!"
      >
        {copy.empty}
      </EmptyState>
    )
  }
  return (
    <div className="@container">
      <ul className="grid gap-5 @min-[640px]:grid-cols-3 @min-[640px]:gap-8">
        {goals.slice(0, LISTS.financesGoals).map((goal) => (
          <li key={goal.id}>
            <GoalFigures goal={goal} />
          </li>
        ))}
      </ul>
    </div>
  )
}
