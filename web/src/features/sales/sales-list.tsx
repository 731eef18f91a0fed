// The sales that match a filter, or what the screen says where there are none.
import { isFiltering, matchesNothing, type SaleFilter } from '@/entities/sales/filter'
import { salesQuery } from '@/entities/sales/queries'
import { empty } from '@/shared/copy/empty'
import { sales as copy } from '@/shared/copy/sales'
import { Button } from '@/shared/ui/button'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedPanel } from '@/shared/ui/lists/paged-panel'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import type { SaleHandlers } from './row-actions'
import { SalesTable } from './sales-table'

type SalesListProps = {
  filter: SaleFilter
  handlers: SaleHandlers
  onAdd: () => void
  onReset: () => void
}

export function SalesList({ filter, handlers, onAdd, onReset }: SalesListProps) {
  const list = usePagedRows(salesQuery(filter), { isKnownEmpty: matchesNothing(filter) })
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
            action: (
              <Button variant="primary" onClick={onAdd}>
                {empty.sales.action}
              </Button>
            ),
          }}
        />
      }
    >
      <SalesTable list={list} handlers={handlers} />
    </PagedPanel>
  )
}
