// The licenses: figures, search, filter, the paged table, and the dialog that issues one. Search and filter are address
// parameters.
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useMemo, useRef } from 'react'
import {
  filterQuery,
  isFiltering,
  LICENSE_VIEWS,
  type LicenseFilter,
  NO_FILTER,
} from '@/entities/licenses/filter'
import type { License } from '@/entities/licenses/license'
import { licensesQuery } from '@/entities/licenses/queries'
import { ExportButton } from '@/features/exports/export-button'
import { LicenseFigures } from '@/features/licenses/license-figures'
import { filterOf, paramsOf } from '@/features/licenses/list/filter-params'
import { licenseChips } from '@/features/licenses/list/license-chips'
import { LicenseFilters } from '@/features/licenses/list/license-filters'
import { LicensesList } from '@/features/licenses/list/licenses-list'
import { SalesTabs } from '@/features/licenses/list/sales-tabs'
import { useDownloadContract } from '@/features/licenses/use-download-contract'
import { LICENSE, TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { lazy } from '@/shared/lib/lazy'
import { Button } from '@/shared/ui/button'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { FilterChips } from '@/shared/ui/lists/filter-chips'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { PageHeader } from '@/shared/ui/page-header'
import { useDialogs } from '../use-dialogs'

// Loaded when a license is issued.
const IssueDialog = lazy(async () => ({
  default: (await import('@/features/licenses/issuing/issue-dialog')).IssueDialog,
}))

const route = getRouteApi('/licenses')

export function LicensesPage() {
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const { navigate: go } = useRouter()
  const filter = filterOf(params)
  const { shown, isOpen, serial, show, close } = useDialogs<'issue'>()
  const place = useRef<HTMLDivElement>(null)
  const list = usePagedRows(licensesQuery(filter))
  const isEmpty = list.isLoaded && list.total === 0 && !isFiltering(filter)
  const { mutate: download } = useDownloadContract()

  const setFilter = (next: LicenseFilter) =>
    navigate({ search: paramsOf(next), replace: true, resetScroll: false })
  const view = ({ id }: Pick<License, 'id'>) => go({ to: PATHS.license, params: { id } })
  const latest = useRef(view)
  latest.current = view
  // Stable across renders, so that memoized rows are not rendered again.
  const handlers = useMemo(
    () => ({
      onView: (license: License) => latest.current(license),
      onContract: (license: License) => download(license),
    }),
    [download],
  )

  return (
    <>
      <PageHeader
        title={copy.title}
        subtitle={copy.subtitle}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => show('issue')}>
            {copy.issue}
          </Button>
        }
      />
      <SalesTabs current="licenses" />
      <LicenseFigures />
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label={copy.search}
          placeholder={copy.searchPlaceholder}
          clearLabel={copy.clearSearch}
          value={filter.search}
          onValueChange={(search) => setFilter({ ...filter, search })}
          delayMs={TRANSACTION.searchDelayMs}
          maxLength={LICENSE.searchMax}
          className="grow basis-52 max-w-[400px] mr-auto"
        />
        <Segmented
          label={copy.show}
          value={filter.shown}
          onValueChange={(next) => setFilter({ ...filter, shown: next })}
          options={LICENSE_VIEWS.map((value) => ({ value, label: copy.shown[value] }))}
        />
        <LicenseFilters filter={filter} disabled={isEmpty} onChange={setFilter} />
        <ExportButton
          type="licenses"
          filters={filterQuery({ ...filter, nearCap: false })}
          note={filter.nearCap ? copy.exportNote : undefined}
          disabled={isEmpty}
        />
      </div>
      <div ref={place} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
        <FilterChips
          chips={licenseChips(filter, list.rows, setFilter)}
          onClearAll={() => setFilter({ ...NO_FILTER, search: filter.search, shown: filter.shown })}
          onRemoved={() => place.current?.focus()}
        />
        <LicensesList
          list={list}
          filter={filter}
          handlers={handlers}
          onIssue={() => show('issue')}
          onReset={() => setFilter(NO_FILTER)}
        />
      </div>
      {shown ? (
        <Suspense>
          <IssueDialog
            key={serial}
            open={isOpen}
            onClose={close}
            onIssued={(license) => {
              close()
              view(license)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
