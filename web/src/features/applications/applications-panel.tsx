// The account's applications, the open ones or all, with their sums. A panel that any page can show.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Application, ApplicationSummary } from '@/entities/applications/application'
import {
  type ApplicationView,
  applicationSummaryQuery,
  applicationsQuery,
} from '@/entities/applications/queries'
import { errorMessageOf } from '@/shared/api/error'
import { applications as copy } from '@/shared/copy/applications'
import { lazy } from '@/shared/lib/lazy'
import { formatAmount } from '@/shared/lib/money/money'
import { useRemovedIds } from '@/shared/lib/removals'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { type ApplicationHandlers, ApplicationRow } from './application-row'
import { useApplicationActions } from './use-application-actions'

const ApplicationDialog = lazy(async () => ({
  default: (await import('./application-dialog')).ApplicationDialog,
}))

const VIEWS = (['open', 'all'] as const).map((value) => ({ value, label: copy.views[value] }))

type DialogState = { application?: Application; isOpen: boolean; serial: number }

export function ApplicationsPanel() {
  const [view, setView] = useState<ApplicationView>('open')
  const [shown, setShown] = useState<DialogState | null>(null)
  const { data: summary } = useQuery(applicationSummaryQuery)
  const { setStatus, remove } = useApplicationActions()
  const list = useRef<HTMLDivElement>(null)

  const show = (application?: Application) =>
    setShown((now) => ({ application, isOpen: true, serial: (now?.serial ?? 0) + 1 }))
  const handlers: ApplicationHandlers = {
    onStatus: setStatus,
    onEdit: show,
    onDelete: (application) => {
      remove(application)
      // Deleting the row removes the focused button, so the focus moves to the list.
      list.current?.focus()
    },
  }
  return (
    <Panel
      solid
      padded={false}
      id="applications"
      title={copy.title}
      aside={
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => show()}>
          {copy.add}
        </Button>
      }
    >
      {summary && summary.total > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-(--pad) pb-3.5">
          <p className="num text-12 text-ink-2">{summaryText(summary)}</p>
          <Segmented label={copy.view} options={VIEWS} value={view} onValueChange={setView} />
        </div>
      ) : null}
      <div ref={list} tabIndex={-1}>
        <Rows
          view={view}
          handlers={handlers}
          hasAny={summary === undefined || summary.total > 0}
          onAdd={() => show()}
          onShowAll={() => setView('all')}
        />
      </div>
      {shown ? (
        <Suspense>
          <ApplicationDialog
            key={shown.serial}
            open={shown.isOpen}
            onClose={() => setShown((now) => now && { ...now, isOpen: false })}
            application={shown.application}
          />
        </Suspense>
      ) : null}
    </Panel>
  )
}

function summaryText({ open, amounts }: ApplicationSummary): string {
  const asked = amounts
    .filter((sum) => Number(sum.asked) > 0)
    .map((sum) => formatAmount(sum.asked, sum.currency))
  return asked.length === 0 ? copy.openCount(open) : `${copy.openCount(open)} · ${copy.asked(asked)}`
}

type RowsProps = {
  view: ApplicationView
  handlers: ApplicationHandlers
  hasAny: boolean
  onAdd: () => void
  onShowAll: () => void
}

function Rows({ view, handlers, hasAny, onAdd, onShowAll }: RowsProps) {
  const removed = useRemovedIds()
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    applicationsQuery(view),
  )
  if (data === undefined) {
    return isError ? (
      <Banner
        tone="error"
        action={<Button onClick={() => refetch()}>{copy.retry}</Button>}
        className="mx-(--pad) mb-(--pad)"
      >
        {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
      </Banner>
    ) : (
      <Loading label={copy.loading} className="grid gap-3 px-(--pad) pb-(--pad)">
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Loading>
    )
  }
  const rows = data.pages.flatMap((page) => page.rows).filter(({ id }) => !removed.has(id))
  if (rows.length === 0) {
    return hasAny ? (
      <EmptyState
        level={3}
        title={copy.noneOpenTitle}
        action={<Button onClick={onShowAll}>{copy.showAll}</Button>}
        className="py-6!"
      >
        {copy.noneOpen}
      </EmptyState>
    ) : (
      <EmptyState
        level={3}
        title={copy.emptyTitle}
        action={<Button onClick={onAdd}>{copy.add}</Button>}
        className="py-6!"
      >
        {copy.empty}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={copy.title}>
        {rows.map((application) => (
          <ApplicationRow key={application.id} application={application} handlers={handlers} />
        ))}
      </ul>
      {hasNextPage ? (
        <div className="px-(--pad) py-3 border-t border-line">
          <Button
            pending={isFetchingNextPage}
            pendingLabel={copy.loadingMore}
            onClick={() => fetchNextPage()}
          >
            {copy.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
