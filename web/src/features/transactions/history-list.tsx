// The transactions that match a filter, or what the screen says where there are none.
import { type HistoryFilter, isFiltering, matchesNothing } from '@/entities/transactions/filter'
import { historyQuery } from '@/entities/transactions/queries'
import { empty } from '@/shared/copy/empty'
import { transactions as copy } from '@/shared/copy/transactions'
import { Button } from '@/shared/ui/button'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedPanel } from '@/shared/ui/lists/paged-panel'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { HistoryTable } from './history-table'
import type { RowHandlers } from './row-actions'

type HistoryListProps = {
  filter: HistoryFilter
  handlers: RowHandlers
  onAdd: () => void
  onReset: () => void
}

export function HistoryList({ filter, handlers, onAdd, onReset }: HistoryListProps) {
  const list = usePagedRows(historyQuery(filter), { isKnownEmpty: matchesNothing(filter) })
  return (
    <PagedPanel
      list={list}
      copy={copy}
      rowHeightClass="h-[80px] @min-[760px]:h-12"
      empty={
        <NoRows
          isFiltering={isFiltering(filter)}
          noMatch={{ title: copy.noMatchTitle, text: copy.noMatch, reset: copy.resetFilters, onReset }}
          nothingYet={{
            title: empty.transactions.title,
            text: empty.transactions.text,
            action: (
              <Button variant="primary" onClick={onAdd}>
                {empty.transactions.action}
              </Button>
            ),
          }}
        />
      }
    >
      <HistoryTable list={list} handlers={handlers} />
    </PagedPanel>
  )
}
