// The clients in whatever state they are: on their way, failed, none yet, no match, or a grid of cards.
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Client } from '@/entities/clients/client'
import { type ClientFilter, isFiltering, matchesNothing } from '@/entities/clients/filter'
import { clientsQuery } from '@/entities/clients/queries'
import { answeredText } from '@/shared/api/error'
import { clients as copy } from '@/shared/copy/clients'
import { empty } from '@/shared/copy/empty'
import { cx } from '@/shared/lib/cx'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { ClientCard, type ClientDeeds } from './client-card'

type ClientGridProps = {
  filter: ClientFilter
  deeds: ClientDeeds
  link: (client: Client, content: ReactNode, className: string) => ReactNode
  onAdd: () => void
  onReset: () => void
}

// By the room there is, not by the window: the sidebar and the margin take their share of it.
const COLUMNS = 'grid @min-[600px]:grid-cols-2 @min-[780px]:grid-cols-3 gap-(--gap)'

export function ClientGrid({ filter, deeds, link, onAdd, onReset }: ClientGridProps) {
  const isHopeless = matchesNothing(filter)
  const list = useInfiniteQuery({ ...clientsQuery(filter), enabled: !isHopeless })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const found = useMemo(
    () => (isHopeless ? [] : (data?.pages.flatMap((page) => page.rows) ?? [])),
    [isHopeless, data],
  )
  const isKnown = isHopeless || data !== undefined
  const total = isHopeless ? 0 : (data?.pages.at(-1)?.total ?? 0)

  if (list.isError && data === undefined && !isHopeless) {
    return (
      <Banner tone="error" action={<Button onClick={() => list.refetch()}>{copy.retry}</Button>}>
        {answeredText(list.error, copy.loadFailed) ?? copy.loadFailed}
      </Banner>
    )
  }
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
      <p role="status" className={found.length === 0 ? 'sr-only' : 'num -mb-2 text-12 text-ink-3'}>
        {isKnown ? copy.count(total) : null}
      </p>
      {isKnown ? null : <WaitingCards />}
      {isKnown && found.length === 0 ? (
        <Panel solid padded={false}>
          {isFiltering(filter) ? (
            <EmptyState
              title={copy.noMatchTitle}
              action={<Button onClick={onReset}>{copy.resetFilter}</Button>}
            >
              {copy.noMatch}
            </EmptyState>
          ) : (
            <EmptyState
              title={empty.clients.title}
              action={
                <Button variant="primary" onClick={onAdd}>
                  {empty.clients.action}
                </Button>
              }
            >
              {empty.clients.text}
            </EmptyState>
          )}
        </Panel>
      ) : null}
      {found.length > 0 ? (
        <ul aria-label={copy.title} className={cx(COLUMNS, list.isPlaceholderData && 'opacity-70')}>
          {found.map((client) => (
            <li
              key={client.id}
              className="grid min-w-0 [content-visibility:auto] [contain-intrinsic-size:auto_196px]"
            >
              <ClientCard client={client} deeds={deeds} link={link} />
            </li>
          ))}
        </ul>
      ) : null}
      {isFetchNextPageError ? <Banner tone="error">{copy.moreFailed}</Banner> : null}
      {hasNextPage && !list.isPlaceholderData ? (
        <Button
          className="justify-self-center"
          pending={isFetchingNextPage}
          pendingLabel={copy.loadingMore}
          onClick={() => list.fetchNextPage()}
        >
          {isFetchNextPageError ? copy.retry : copy.more}
        </Button>
      ) : null}
    </div>
  )
}

/** As high as the cards will be. */
function WaitingCards() {
  return (
    <Loading label={copy.loading} className={COLUMNS}>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <Skeleton key={card} height={192} className="rounded-panel" />
      ))}
    </Loading>
  )
}
