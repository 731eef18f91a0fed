// A client's sales and payments in one list, with its loading, failed and empty states.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Client } from '@/entities/clients/client'
import { clientSalesQuery } from '@/entities/sales/queries'
import { clientTransactionsQuery } from '@/entities/transactions/queries'
import { errorMessageOf } from '@/shared/api/error'
import { clients, clientView as copy } from '@/shared/copy/clients'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { type TimelineEntry, timelineOf } from './timeline'
import { TimelineTable } from './timeline-table'

type ClientHistoryProps = {
  client: Client
  link: (entry: TimelineEntry, content: ReactNode, className: string) => ReactNode
  className?: string
}

export function ClientHistory({ client, link, className }: ClientHistoryProps) {
  const sold = useInfiniteQuery(clientSalesQuery(client.id))
  const money = useInfiniteQuery(clientTransactionsQuery(client.id))
  const timeline = sold.data && money.data ? timelineOf(sold.data, money.data) : null
  const failed = [sold, money].find((query) => query.isError)
  const isReading = sold.isFetchingNextPage || money.isFetchingNextPage
  const isMore = timeline !== null && (timeline.needsPage.sales || timeline.needsPage.money)

  const readOn = () => {
    if (timeline?.needsPage.sales) sold.fetchNextPage()
    if (timeline?.needsPage.money) money.fetchNextPage()
  }
  const retry = () => {
    if (timeline === null) {
      sold.refetch()
      money.refetch()
    } else readOn()
  }

  return (
    <Panel solid padded={false} title={copy.history} className={className}>
      {timeline === null && !failed ? <WaitingRows /> : null}
      {timeline && timeline.entries.length > 0 ? (
        <TimelineTable label={copy.historyOf(client.name)} entries={timeline.entries} link={link} />
      ) : null}
      {timeline && timeline.entries.length === 0 && !isMore ? (
        <EmptyState level={3} title={copy.emptyTitle}>
          {copy.empty}
        </EmptyState>
      ) : null}
      {failed ? (
        <Banner tone="error" className="m-3" action={<Button onClick={retry}>{clients.retry}</Button>}>
          {errorMessageOf(failed.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {isMore && !failed ? (
        <p className="grid justify-items-center p-3 border-t border-line">
          <Button size="sm" pending={isReading} pendingLabel={clients.loadingMore} onClick={readOn}>
            {copy.more}
          </Button>
        </p>
      ) : null}
    </Panel>
  )
}

/** A loading skeleton with the height of the first rows. */
function WaitingRows() {
  return (
    <Loading label={copy.loading}>
      {[180, 140, 220].map((width) => (
        <div key={width} className="flex items-center gap-3 h-[68px] px-(--pad) border-t border-line">
          <Skeleton width={32} height={32} className="rounded-control" />
          <Skeleton width={width} className="mr-auto" />
          <Skeleton width={84} />
        </div>
      ))}
    </Loading>
  )
}
