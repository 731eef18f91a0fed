// The list of transactions that match a filter, or a text if there are none.
import { type HistoryFilter, isFiltering } from '@/entities/transactions/filter'
import type { Transaction } from '@/entities/transactions/transaction'
import { empty } from '@/shared/copy/empty'
import { transactions as copy } from '@/shared/copy/money/transactions'
import { Button } from '@/shared/ui/button'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedPanel } from '@/shared/ui/lists/paged-panel'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { HistoryTable } from './history-table'
import type { RowHandlers } from './row-actions'

type HistoryListProps = {
  list: PagedRows<Transaction>
  filter: HistoryFilter
  onFilter: (change: Partial<HistoryFilter>) => void
  handlers: RowHandlers
  onAdd: () => void
  onReset: () => void
}

export function HistoryList({ list, filter, onFilter, handlers, onAdd, onReset }: HistoryListProps) {
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
            action: <Button onClick={onAdd}>{empty.transactions.action}</Button>,
          }}
        />
      }
    >
      <HistoryTable list={list} ordering={filter} onOrder={onFilter} handlers={handlers} />
    </PagedPanel>
  )
}
