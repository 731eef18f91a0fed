// The list of sales that match a filter, or a text if there are none.
import { isFiltering, type SaleFilter } from '@/entities/sales/filter'
import type { Sale } from '@/entities/sales/sale'
import { empty } from '@/shared/copy/empty'
import { sales as copy } from '@/shared/copy/sales'
import { Button } from '@/shared/ui/button'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedPanel } from '@/shared/ui/lists/paged-panel'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import type { SaleHandlers } from './row-actions'
import { SalesTable } from './sales-table'

type SalesListProps = {
  list: PagedRows<Sale>
  filter: SaleFilter
  onFilter: (change: Partial<SaleFilter>) => void
  handlers: SaleHandlers
  onAdd: () => void
  onReset: () => void
}

export function SalesList({ list, filter, onFilter, handlers, onAdd, onReset }: SalesListProps) {
  return (
    <PagedPanel
      list={list}
      copy={copy}
      rowHeightClass="h-[80px] @min-[760px]:h-(--row-two-lines)"
      empty={
        <NoRows
          isFiltering={isFiltering(filter)}
          noMatch={{ title: copy.noMatchTitle, text: copy.noMatch, reset: copy.resetFilter, onReset }}
          nothingYet={{
            title: empty.sales.title,
            text: empty.sales.text,
            action: <Button onClick={onAdd}>{empty.sales.action}</Button>,
          }}
        />
      }
    >
      <SalesTable list={list} sort={filter.sort} onSort={(sort) => onFilter({ sort })} handlers={handlers} />
    </PagedPanel>
  )
}
