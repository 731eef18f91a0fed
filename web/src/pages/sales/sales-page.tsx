// The sales history: search, filter, the growing table, and the dialogs of one sale. Search, filter and the viewed
// sale are in the address.

import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { Suspense, useMemo, useRef } from 'react'
import {
  filterQuery,
  isFiltering,
  matchesNothing,
  NO_CHOICES,
  NO_FILTER,
  type SaleFilter,
} from '@/entities/sales/filter'
import { saleQuery, salesQuery } from '@/entities/sales/queries'
import type { Sale } from '@/entities/sales/sale'
import { ExportDialog } from '@/features/exports/export-dialog'
import { SalesTabs } from '@/features/licenses/list/sales-tabs'
import { filterOf, paramsOf } from '@/features/sales/filter-params'
import { SaleFilters } from '@/features/sales/sale-filters'
import { salesChips } from '@/features/sales/sales-chips'
import { SalesFigures } from '@/features/sales/sales-figures'
import { SalesList } from '@/features/sales/sales-list'
import { useDownloadReceipt } from '@/features/sales/use-download-receipt'
import { useRefundSale } from '@/features/sales/use-refund-sale'
import { useRemoveSale } from '@/features/sales/use-remove-sale'
import { SALE, TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { sales as copy } from '@/shared/copy/sales'
import { applyChange, type Change } from '@/shared/lib/apply-change'
import { lazy } from '@/shared/lib/lazy'
import { Button } from '@/shared/ui/button'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { FilterChips } from '@/shared/ui/lists/filter-chips'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { PageHeader } from '@/shared/ui/page-header'
import { useAddressDialog } from '../use-address-dialog'
import { useDialogs } from '../use-dialogs'
import { SaleOnView } from './sale-on-view'

// Loaded when a sale is recorded or changed.
const SaleEditor = lazy(async () => ({ default: (await import('../sale-editor')).SaleEditor }))

// Loaded when a sale is turned into a license.
const SaleLicenseDialog = lazy(async () => ({
  default: (await import('@/features/licenses/issuing/sale-license-dialog')).SaleLicenseDialog,
}))

const route = getRouteApi('/payment-history')

type SalesDialog = { view: 'form'; sale?: Sale } | { view: 'export' } | { view: 'license'; sale: Sale }

export function SalesPage() {
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const { navigate: goTo } = useRouter()
  const filter = filterOf(params)
  const { shown, isOpen, serial, show, close } = useDialogs<SalesDialog>()
  const place = useRef<HTMLDivElement>(null)
  const list = usePagedRows(salesQuery(filter), { isKnownEmpty: matchesNothing(filter) })
  // An account without sales has nothing to filter or export.
  const isEmpty = list.isLoaded && list.total === 0 && !isFiltering(filter)

  // Changes the filter in the current address: an earlier change may not have been rendered yet.
  const setFilter = (change: Change<SaleFilter>) =>
    navigate({
      search: (before) => paramsOf(applyChange(filterOf(before), change)),
      replace: true,
      resetScroll: false,
    })
  const viewing = useAddressDialog((sale?: string) =>
    navigate({
      search: { ...paramsOf(filter), ...(sale ? { sale } : {}) },
      replace: sale === undefined,
      resetScroll: false,
    }),
  )

  const { mutate: download, isPending: isFetchingReceipt } = useDownloadReceipt()
  const refund = useRefundSale()
  const remove = useRemoveSale()
  const latest = useRef({ viewing, refund, remove, goTo })
  latest.current = { viewing, refund, remove, goTo }
  // Stable across renders, so that memoized rows are not rendered again.
  const handlers = useMemo(
    () => ({
      onView: (sale: Sale) => {
        // The row has all data, so the dialog opens without a request.
        client.setQueryData(saleQuery(sale.id).queryKey, sale)
        latest.current.viewing(sale.id)
      },
      onReceipt: (sale: Sale) => download(sale),
      onEdit: (sale: Sale) => {
        latest.current.viewing()
        show({ view: 'form', sale })
      },
      onRefund: (sale: Sale) => latest.current.refund(sale),
      onLicense: (sale: Sale) => {
        if (sale.license_id !== null)
          return void latest.current.goTo({ to: PATHS.license, params: { id: sale.license_id } })
        latest.current.viewing()
        show({ view: 'license', sale })
      },
      onDelete: (sale: Sale) => {
        latest.current.remove(sale)
        // Deleting the row removes the focused button, so the focus moves to the list.
        place.current?.focus()
      },
    }),
    [client, show, download],
  )

  return (
    <>
      <PageHeader
        title={copy.title}
        subtitle={copy.subtitle}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => show({ view: 'form' })}>
            {copy.record}
          </Button>
        }
      />
      <SalesTabs current="sales" />
      <SalesFigures filter={filter} />
      <div className="flex gap-2">
        <SearchInput
          label={copy.search}
          placeholder={copy.searchPlaceholder}
          clearLabel={copy.clearSearch}
          value={filter.search}
          onValueChange={(search) => setFilter({ search })}
          delayMs={TRANSACTION.searchDelayMs}
          maxLength={SALE.searchMax}
          className="grow max-w-[400px] mr-auto"
        />
        <SaleFilters filter={filter} disabled={isEmpty} onChange={setFilter} />
        <Button
          icon={<Download aria-hidden />}
          // With every status off there is nothing to export.
          disabled={isEmpty || matchesNothing(filter)}
          onClick={() => show({ view: 'export' })}
          aria-label={copy.export}
        >
          <span className="max-sm:hidden">{copy.export}</span>
        </Button>
      </div>
      <div ref={place} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
        <FilterChips
          chips={salesChips(filter, setFilter)}
          onClearAll={() => setFilter({ ...NO_CHOICES, sort: NO_FILTER.sort })}
          onRemoved={() => place.current?.focus()}
        />
        <SalesList
          list={list}
          filter={filter}
          onFilter={setFilter}
          handlers={handlers}
          onAdd={() => show({ view: 'form' })}
          onReset={() => setFilter(NO_FILTER)}
        />
      </div>
      <SaleOnView
        id={params.sale}
        onClose={() => viewing()}
        handlers={handlers}
        isFetchingReceipt={isFetchingReceipt}
      />
      {shown?.view === 'export' ? (
        <ExportDialog key={serial} open={isOpen} onClose={close} only="sales" filters={filterQuery(filter)} />
      ) : null}
      {shown?.view === 'license' ? (
        <Suspense>
          <SaleLicenseDialog
            key={serial}
            open={isOpen}
            onClose={close}
            sale={shown.sale}
            onIssued={({ id }) => {
              close()
              goTo({ to: PATHS.license, params: { id } })
            }}
          />
        </Suspense>
      ) : null}
      {shown?.view === 'form' ? (
        <Suspense>
          <SaleEditor key={serial} open={isOpen} onClose={close} sale={shown.sale} />
        </Suspense>
      ) : null}
    </>
  )
}
