// The list of licenses that match a filter, or a text if there are none.
import { isFiltering, type LicenseFilter } from '@/entities/licenses/filter'
import type { License } from '@/entities/licenses/license'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { Button } from '@/shared/ui/button'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedPanel } from '@/shared/ui/lists/paged-panel'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { type LicenseHandlers, LicensesTable } from './licenses-table'

type LicensesListProps = {
  list: PagedRows<License>
  filter: LicenseFilter
  handlers: LicenseHandlers
  onIssue: () => void
  onReset: () => void
}

export function LicensesList({ list, filter, handlers, onIssue, onReset }: LicensesListProps) {
  return (
    <PagedPanel
      list={list}
      copy={copy}
      rowHeightClass="h-[64px]"
      empty={
        <NoRows
          isFiltering={isFiltering(filter)}
          noMatch={{ title: copy.noMatchTitle, text: copy.noMatch, reset: copy.resetFilter, onReset }}
          nothingYet={{
            title: copy.emptyTitle,
            text: copy.empty,
            action: (
              <Button variant="primary" onClick={onIssue}>
                {copy.issue}
              </Button>
            ),
          }}
        />
      }
    >
      <LicensesTable list={list} handlers={handlers} />
    </PagedPanel>
  )
}
