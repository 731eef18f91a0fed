// The goals modal with the tabs My Goals and Create Goal. Creating a goal leads back to the list, which is refetched.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { goalsQuery } from '@/entities/goals/queries'
import { errorMessageOf } from '@/shared/api/error'
import { goals as copy } from '@/shared/copy/money/goals'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { TabPanel, Tabs } from '@/shared/ui/tabs'
import { GoalForm } from './goal-form'
import { GoalRow } from './goal-row'

export type GoalsTab = 'mine' | 'create'

type GoalsDialogProps = { open: boolean; onClose: () => void; startAt?: GoalsTab }

export function GoalsDialog({ open, onClose, startAt = 'mine' }: GoalsDialogProps) {
  const [tab, setTab] = useState<GoalsTab>(startAt)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={copy.title}
    >
      <Tabs
        label={copy.tabs}
        items={[
          { value: 'mine', label: copy.mine },
          { value: 'create', label: copy.create },
        ]}
        value={tab}
        onValueChange={setTab}
        listClassName="-mx-(--pad) px-(--pad)"
      >
        <TabPanel value="mine" className="pt-4">
          <MyGoals onCreate={() => setTab('create')} />
        </TabPanel>
        <TabPanel value="create" className="pt-4">
          <GoalForm onDone={() => setTab('mine')} onCancel={() => setTab('mine')} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}

function MyGoals({ onCreate }: { onCreate: () => void }) {
  const { data: goals, isError, error, refetch } = useQuery(goalsQuery)
  const list = useRef<HTMLUListElement>(null)
  if (goals === undefined) {
    return isError ? (
      <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
        {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
      </Banner>
    ) : (
      <Loading label={copy.loading} className="grid gap-6">
        <Skeleton height={84} />
        <Skeleton height={84} />
      </Loading>
    )
  }
  if (goals.length === 0) {
    return (
      <EmptyState
        level={3}
        title={copy.emptyTitle}
        action={
          <Button variant="primary" onClick={onCreate}>
            {copy.create}
          </Button>
        }
        className="py-6!"
      >
        {copy.empty}
      </EmptyState>
    )
  }
  return (
    <ul ref={list} tabIndex={-1} aria-label={copy.mine}>
      {goals.map((goal) => (
        // Deleting removes the focused button together with its goal, so the focus moves to the list.
        <GoalRow key={goal.id} goal={goal} onDeleted={() => list.current?.focus()} />
      ))}
    </ul>
  )
}
