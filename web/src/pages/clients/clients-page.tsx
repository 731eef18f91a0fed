// Clients: search, filter, the grid of cards, one client's own view, and the dialogs. Search, filter and the viewed
// client are in the address.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Client } from '@/entities/clients/client'
import {
  type ClientFilter,
  filterQuery,
  matchesNothing,
  NO_CHOICES,
  NO_FILTER,
} from '@/entities/clients/filter'
import { walletQuery } from '@/entities/wallet/queries'
import type { ClientHandlers } from '@/features/clients/client-card'
import { ClientDialog } from '@/features/clients/client-dialog'
import { ClientFilters } from '@/features/clients/client-filters'
import { ClientGrid } from '@/features/clients/client-grid'
import { filterOf, paramsOf } from '@/features/clients/filter-params'
import { PayDialog } from '@/features/clients/pay-dialog'
import { useRemoveClient } from '@/features/clients/use-remove-client'
import { ExportButton } from '@/features/exports/export-button'
import { CLIENT, TOASTS, TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { clients as copy } from '@/shared/copy/clients'
import { finances } from '@/shared/copy/money/finances'
import { applyChange, type Change } from '@/shared/lib/apply-change'
import { Button } from '@/shared/ui/button'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { PageHeader } from '@/shared/ui/page-header'
import { toast } from '@/shared/ui/toast/toast'
import { useDialogs } from '../use-dialogs'
import { ClientScreen } from './client-screen'

const route = getRouteApi('/beneficiaries')

type ClientsDialog =
  | { view: 'add'; client?: undefined }
  | { view: 'edit'; client: Client }
  | { view: 'pay'; client: Client }

export function ClientsPage() {
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(params)
  const { data: holdings, isError: isWalletAway, refetch } = useQuery(walletQuery)
  const { shown, isOpen, serial, show, close } = useDialogs<ClientsDialog>()
  const remove = useRemoveClient()
  const list = useRef<HTMLDivElement>(null)

  // Changes the filter in the current address: an earlier change may not have been rendered yet.
  const setFilter = (change: Change<ClientFilter>) =>
    navigate({
      search: (before) => paramsOf(applyChange(filterOf(before), change)),
      replace: true,
      resetScroll: false,
    })
  const leaveClient = () => navigate({ search: paramsOf(filter) })
  const handlers: ClientHandlers = {
    onView: ({ id }) => navigate({ search: { ...params, client: id } }),
    onEdit: (client) => show({ view: 'edit', client }),
    onPay: (client) => {
      // Without the accounts a payment is not possible: show the error and refetch them.
      if (isWalletAway && !holdings) {
        toast.error(finances.loadFailed, TOASTS.other)
        refetch()
      }
      show({ view: 'pay', client })
    },
    onDelete: (client) => {
      remove(client)
      if (params.client) leaveClient()
      // Deleting the card removes the focused button, so the focus moves to the list.
      else list.current?.focus()
    },
  }
  const link = (client: Client, content: ReactNode, className: string) => (
    <Link to={PATHS.clients} search={{ ...params, client: client.id }} className={className}>
      {content}
    </Link>
  )

  return (
    <>
      {params.client ? (
        <ClientScreen key={params.client} id={params.client} handlers={handlers} onBack={leaveClient} />
      ) : (
        <>
          <PageHeader
            title={copy.title}
            subtitle={copy.subtitle}
            actions={
              <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => show({ view: 'add' })}>
                {copy.addClient}
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
              maxLength={CLIENT.searchMax}
              className="grow max-w-[400px] mr-auto"
            />
            <ClientFilters filter={filter} onChange={setFilter} />
            <ExportButton
              type="beneficiaries"
              filters={filterQuery({ ...filter, sort: NO_FILTER.sort })}
              // With every relationship off there is nothing to export.
              disabled={matchesNothing(filter)}
            />
          </div>
          <div ref={list} tabIndex={-1}>
            <ClientGrid
              filter={filter}
              handlers={handlers}
              link={link}
              onAdd={() => show({ view: 'add' })}
              onReset={() => setFilter({ ...NO_CHOICES, search: '' })}
              onSort={(sort) => setFilter({ sort })}
            />
          </div>
        </>
      )}
      {shown && shown.view !== 'pay' ? (
        <ClientDialog key={serial} open={isOpen} onClose={close} client={shown.client} />
      ) : null}
      {shown?.view === 'pay' && holdings ? (
        <PayDialog
          key={serial}
          open={isOpen}
          onClose={close}
          client={shown.client}
          accounts={holdings.accounts}
        />
      ) : null}
    </>
  )
}
