// The grid of client cards that match a filter, with its loading, failed and empty states.
import type { ReactNode } from 'react'
import type { Client } from '@/entities/clients/client'
import {
  CLIENT_SORTS,
  type ClientFilter,
  type ClientSort,
  isFiltering,
  matchesNothing,
} from '@/entities/clients/filter'
import { clientsQuery } from '@/entities/clients/queries'
import { errorMessageOf } from '@/shared/api/error'
import { clients as copy } from '@/shared/copy/clients'
import { empty } from '@/shared/copy/empty'
import { cx } from '@/shared/lib/cx'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Select } from '@/shared/ui/inputs/select'
import { ListCount } from '@/shared/ui/lists/list-count'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { ClientCard, type ClientHandlers } from './client-card'

type ClientGridProps = {
  filter: ClientFilter
  handlers: ClientHandlers
  link: (client: Client, content: ReactNode, className: string) => ReactNode
  onAdd: () => void
  onReset: () => void
  onSort: (sort: ClientSort) => void
}

// Columns by the width of the container, not of the window, which also holds the sidebar and the margin.
const COLUMNS = 'grid @min-[600px]:grid-cols-2 @min-[780px]:grid-cols-3 gap-(--gap)'

export function ClientGrid({ filter, handlers, link, onAdd, onReset, onSort }: ClientGridProps) {
  const list = usePagedRows(clientsQuery(filter), { isKnownEmpty: matchesNothing(filter) })
  const { rows, isLoaded, hasMoreFailed } = list
  if (list.error !== null) {
    return (
      <ListFailure
        text={errorMessageOf(list.error, copy.loadFailed) ?? copy.loadFailed}
        retryLabel={copy.retry}
        onRetry={list.retry}
      />
    )
  }
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
      <div
        className={cx(
          isLoaded && rows.length === 0 ? 'contents' : 'flex items-center justify-between gap-3 min-h-9',
        )}
      >
        <ListCount isEmpty={rows.length === 0}>{isLoaded ? copy.count(list.total) : null}</ListCount>
        {rows.length > 1 ? (
          <Select
            aria-label={copy.sort}
            value={filter.sort}
            onValueChange={onSort}
            options={CLIENT_SORTS.map((value) => ({ value, label: copy.sorts[value] }))}
            className="w-[168px]"
          />
        ) : null}
      </div>
      {isLoaded ? null : <SkeletonCards />}
      {isLoaded && rows.length === 0 ? (
        <Panel solid padded={false}>
          <NoRows
            isFiltering={isFiltering(filter)}
            noMatch={{ title: copy.noMatchTitle, text: copy.noMatch, reset: copy.resetFilter, onReset }}
            nothingYet={{
              title: empty.clients.title,
              text: empty.clients.text,
              action: <Button onClick={onAdd}>{empty.clients.action}</Button>,
            }}
          />
        </Panel>
      ) : null}
      {rows.length > 0 ? (
        <ul aria-label={copy.title} className={cx(COLUMNS, list.isPlaceholder && 'opacity-70')}>
          {rows.map((client) => (
            <li
              key={client.id}
              className="grid min-w-0 [content-visibility:auto] [contain-intrinsic-size:auto_196px]"
            >
              <ClientCard client={client} handlers={handlers} link={link} />
            </li>
          ))}
        </ul>
      ) : null}
      {hasMoreFailed ? <Banner tone="error">{copy.moreFailed}</Banner> : null}
      {list.hasNextPage && !list.isPlaceholder ? (
        <Button
          className="justify-self-center"
          pending={list.isLoadingMore}
          pendingLabel={copy.loadingMore}
          onClick={() => list.loadMore({ cancelRefetch: true })}
        >
          {hasMoreFailed ? copy.retry : copy.more}
        </Button>
      ) : null}
    </div>
  )
}

/** A loading skeleton with the shape of the cards. */
function SkeletonCards() {
  return (
    <Loading label={copy.loading} className={COLUMNS}>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className="h-[178px] p-5 border border-edge rounded-panel bg-surface shadow-1">
          <div className="flex items-center gap-3">
            <Skeleton width={40} height={40} round />
            <div className="grid gap-2">
              <Skeleton width={112} />
              <Skeleton width={144} height={10} />
            </div>
          </div>
          <Skeleton width={88} height={16} className="mt-7" />
        </div>
      ))}
    </Loading>
  )
}
