// The sales in whatever state it is: on its way, failed, empty, without a match, or a table that grows as
// one scrolls.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { isFiltering, matchesNothing, type SaleFilter } from '@/entities/sales/filter'
import { salesQuery } from '@/entities/sales/queries'
import { answeredText } from '@/shared/api/error'
import { empty } from '@/shared/copy/empty'
import { sales as copy } from '@/shared/copy/sales'
import { cx } from '@/shared/lib/cx'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { Spinner } from '@/shared/ui/spinner'
import type { SaleDeeds } from './row-actions'
import { SalesTable } from './sales-table'

type SalesListProps = {
  filter: SaleFilter
  deeds: SaleDeeds
  onAdd: () => void
  onReset: () => void
}

export function SalesList({ filter, deeds, onAdd, onReset }: SalesListProps) {
  const isHopeless = matchesNothing(filter)
  const history = useInfiniteQuery({ ...salesQuery(filter), enabled: !isHopeless })
  const { data, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage } = history
  const more = useCallback(() => {
    fetchNextPage({ cancelRefetch: false })
  }, [fetchNextPage])

  const rows = useMemo(
    () => (isHopeless ? [] : (data?.pages.flatMap((page) => page.rows) ?? [])),
    [isHopeless, data],
  )
  const last = data?.pages.at(-1)
  const isKnown = isHopeless || data !== undefined

  if (history.isError && data === undefined && !isHopeless) {
    return (
      <Banner tone="error" action={<Button onClick={() => history.refetch()}>{copy.retry}</Button>}>
        {answeredText(history.error, copy.loadFailed) ?? copy.loadFailed}
      </Banner>
    )
  }
  return (
    <>
      <p role="status" className={rows.length === 0 ? 'sr-only' : 'num -mb-2 text-12 text-ink-3'}>
        {isKnown ? copy.count(isHopeless ? 0 : (last?.total ?? 0), last?.totalIsExact ?? true) : null}
      </p>
      <Panel
        solid
        padded={false}
        className={cx('@container overflow-clip', history.isPlaceholderData && 'opacity-70')}
      >
        {isKnown ? null : <WaitingRows />}
        {isKnown && rows.length === 0 ? (
          isFiltering(filter) ? (
            <EmptyState
              title={copy.noMatchTitle}
              action={<Button onClick={onReset}>{copy.resetFilter}</Button>}
            >
              {copy.noMatch}
            </EmptyState>
          ) : (
            <EmptyState
              title={empty.sales.title}
              action={
                <Button variant="primary" onClick={onAdd}>
                  {empty.sales.action}
                </Button>
              }
            >
              {empty.sales.text}
            </EmptyState>
          )
        ) : null}
        {rows.length > 0 ? (
          <SalesTable
            rows={rows}
            total={last?.total ?? rows.length}
            hasMore={hasNextPage && !isFetchingNextPage && !isFetchNextPageError}
            onMore={more}
            deeds={deeds}
          />
        ) : null}
        {isFetchingNextPage ? (
          <p
            role="status"
            className="flex items-center justify-center gap-2 h-12 border-t border-line text-ink-2"
          >
            <Spinner size={16} />
            {copy.loadingMore}
          </p>
        ) : null}
        {isFetchNextPageError ? (
          <Banner tone="error" className="m-3" action={<Button onClick={more}>{copy.retry}</Button>}>
            {copy.moreFailed}
          </Banner>
        ) : null}
      </Panel>
    </>
  )
}

/** As high as the first rows will be. */
function WaitingRows() {
  return (
    <Loading label={copy.loading}>
      {[180, 140, 220, 160, 200, 150, 190, 170].map((width) => (
        <div
          key={width}
          className="flex items-center gap-3 h-[80px] @min-[760px]:h-[60px] px-(--pad) border-b border-line last:border-b-0"
        >
          <Skeleton width={32} height={32} className="rounded-control" />
          <Skeleton width={width} className="mr-auto" />
          <Skeleton width={84} />
        </div>
      ))}
    </Loading>
  )
}
