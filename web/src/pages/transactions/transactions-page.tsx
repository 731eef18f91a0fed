// The transaction history: search, filters, the growing table, and the dialogs of one transaction. Search, filters
// and a transaction that a link leads to are in the address.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import {
  filterQuery,
  type HistoryFilter,
  isFiltering,
  matchesNothing,
  NO_CHOICES,
  NO_FILTER,
  USUAL_ORDER,
} from '@/entities/transactions/filter'
import { historyQuery } from '@/entities/transactions/queries'
import type { Transaction } from '@/entities/transactions/transaction'
import { walletQuery } from '@/entities/wallet/queries'
import { ExportDialog } from '@/features/exports/export-dialog'
import { DetailsDialog } from '@/features/transactions/details-dialog'
import { filterOf, paramsOf } from '@/features/transactions/filter-params'
import { historyChips } from '@/features/transactions/history-chips'
import { HistoryList } from '@/features/transactions/history-list'
import { TransactionDialog } from '@/features/transactions/transaction-dialog'
import { TransactionFilters } from '@/features/transactions/transaction-filters'
import { useRemoveTransaction } from '@/features/transactions/use-remove-transaction'
import { TOASTS, TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { finances } from '@/shared/copy/money/finances'
import { transactions as copy, transactionForm } from '@/shared/copy/money/transactions'
import { applyChange, type Change } from '@/shared/lib/apply-change'
import { Button } from '@/shared/ui/button'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { FilterChips } from '@/shared/ui/lists/filter-chips'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { PageHeader } from '@/shared/ui/page-header'
import { toast } from '@/shared/ui/toast/toast'
import { useDialogs } from '../use-dialogs'
import { TransactionOnView } from './transaction-on-view'

const route = getRouteApi('/transaction-history')

type TransactionsDialog =
  | { view: 'add'; transaction?: undefined }
  | { view: 'export'; transaction?: undefined }
  | { view: 'edit'; transaction: Transaction }
  | { view: 'details'; transaction: Transaction }

export function TransactionsPage() {
  const navigate = useNavigate()
  const [filter, setFilter] = useFilter()
  const { transaction: viewed } = route.useSearch()
  const { data: holdings, isError: isWalletAway, refetch } = useQuery(walletQuery)
  const { shown, isOpen, serial, show, close } = useDialogs<TransactionsDialog>()
  const remove = useRemoveTransaction()
  const place = useRef<HTMLDivElement>(null)
  const list = usePagedRows(historyQuery(filter), { isKnownEmpty: matchesNothing(filter) })
  // An account without transactions has nothing to filter or export.
  const isEmpty = list.isLoaded && list.total === 0 && !isFiltering(filter)
  const accounts = holdings?.accounts ?? []

  const back = () => {
    toast.info(copy.returning, TOASTS.success)
    navigate({ to: PATHS.finances })
  }
  const add = () => {
    // Without the accounts the form has no options: show the error and refetch them.
    if (isWalletAway && !holdings) {
      toast.error(finances.loadFailed, TOASTS.other)
      refetch()
    }
    show({ view: 'add' })
  }

  const latest = useRef({ remove, navigate })
  latest.current = { remove, navigate }
  // Stable across renders, so that memoized rows are not rendered again.
  const handlers = useMemo(
    () => ({
      onView: (transaction: Transaction) => show({ view: 'details', transaction }),
      onViewSale: (sale: string) => {
        latest.current.navigate({ to: PATHS.sales, search: { sale } })
      },
      onEdit: (transaction: Transaction) => show({ view: 'edit', transaction }),
      onDelete: (transaction: Transaction) => {
        latest.current.remove(transaction)
        // Deleting the row removes the focused button, so the focus moves to the list.
        place.current?.focus()
      },
    }),
    [show],
  )

  return (
    <>
      <PageHeader
        title={copy.title}
        onBack={back}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={add}>
            {transactionForm.add}
          </Button>
        }
      />
      <div className="flex gap-2">
        <SearchInput
          label={copy.search}
          placeholder={copy.searchPlaceholder}
          clearLabel={copy.clearSearch}
          value={filter.search}
          onValueChange={(search) => setFilter({ search })}
          delayMs={TRANSACTION.searchDelayMs}
          maxLength={TRANSACTION.searchMax}
          className="grow max-w-[400px] mr-auto"
        />
        <TransactionFilters filter={filter} accounts={accounts} disabled={isEmpty} onChange={setFilter} />
        <Button
          icon={<Download aria-hidden />}
          // With a whole set of filters off there is nothing to export.
          disabled={isEmpty || matchesNothing(filter)}
          onClick={() => show({ view: 'export' })}
          aria-label={copy.export}
        >
          <span className="max-sm:hidden">{copy.export}</span>
        </Button>
      </div>
      <div ref={place} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
        <FilterChips
          chips={historyChips(filter, accounts, setFilter)}
          onClearAll={() => setFilter({ ...NO_CHOICES, ...USUAL_ORDER })}
          onRemoved={() => place.current?.focus()}
        />
        <HistoryList
          list={list}
          filter={filter}
          onFilter={setFilter}
          handlers={handlers}
          onAdd={add}
          onReset={() => setFilter(NO_FILTER)}
        />
      </div>
      <TransactionOnView
        id={viewed}
        onClose={() => setFilter({})}
        accounts={accounts}
        onEdit={(transaction) => {
          setFilter({})
          handlers.onEdit(transaction)
        }}
        onViewSale={handlers.onViewSale}
      />
      {shown?.view === 'details' ? (
        <DetailsDialog
          key={serial}
          open={isOpen}
          onClose={close}
          transaction={shown.transaction}
          accounts={accounts}
          onEdit={() => handlers.onEdit(shown.transaction)}
          onViewSale={handlers.onViewSale}
        />
      ) : null}
      {shown?.view === 'export' ? (
        <ExportDialog
          key={serial}
          open={isOpen}
          onClose={close}
          only="transactions"
          filters={filterQuery(filter)}
        />
      ) : null}
      {(shown?.view === 'add' || shown?.view === 'edit') && accounts.length > 0 ? (
        <TransactionDialog
          key={serial}
          open={isOpen}
          onClose={close}
          accounts={accounts}
          transaction={shown.transaction}
        />
      ) : null}
    </>
  )
}

function useFilter() {
  const params = route.useSearch()
  const navigate = route.useNavigate()
  // Changes the filter in the current address: an earlier change may not have been rendered yet.
  const setFilter = (change: Change<HistoryFilter>) =>
    navigate({
      search: (before) => paramsOf(applyChange(filterOf(before), change)),
      replace: true,
      resetScroll: false,
    })
  return [filterOf(params), setFilter] as const
}
