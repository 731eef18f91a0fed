// The offers: the list at the left, the chosen offer at the right. Where there is no room for both, the address decides
// which one is shown. Search, filter and the chosen offer are address parameters.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { NO_FILTER, type OfferFilter } from '@/entities/offers/filter'
import type { WholeOffer } from '@/entities/offers/offer'
import { offerCountsQuery, offerQuery, offersQuery } from '@/entities/offers/queries'
import { reportsQuery } from '@/entities/offers/reports'
import { SalesTabs } from '@/features/licenses/list/sales-tabs'
import { filterOf, paramsOf } from '@/features/offers/filter-params'
import { offerChips } from '@/features/offers/offer-chips'
import { OfferDetails } from '@/features/offers/offer-details'
import { OffersList } from '@/features/offers/offers-list'
import { PaymentReports } from '@/features/offers/payment-reports'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { offers as copy, offerView } from '@/shared/copy/offers'
import { cx } from '@/shared/lib/cx'
import { lazy } from '@/shared/lib/lazy'
import { useRemovedIds } from '@/shared/lib/removals'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { FilterChips } from '@/shared/ui/lists/filter-chips'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { useDialogs } from '../use-dialogs'

// The code of each dialog is loaded when it is first opened.
const OfferDialog = lazy(async () => ({
  default: (await import('@/features/offers/offer-dialog')).OfferDialog,
}))
const SendDialog = lazy(async () => ({ default: (await import('@/features/offers/send-dialog')).SendDialog }))
const PaidDialog = lazy(async () => ({ default: (await import('@/features/offers/paid-dialog')).PaidDialog }))
const CounterDialog = lazy(async () => ({
  default: (await import('@/features/offers/counter-dialog')).CounterDialog,
}))

const route = getRouteApi(PATHS.offers)

type OffersDialog = { view: 'new' } | { view: 'edit' | 'send' | 'paid' | 'price'; offer: WholeOffer }

export function OffersPage() {
  const { id } = route.useParams()
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(params)
  const list = usePagedRows(offersQuery(filter))
  const { data: counts } = useQuery(offerCountsQuery)
  const { shown, isOpen, serial, show, close } = useDialogs<OffersDialog>()
  const place = useRef<HTMLDivElement>(null)
  // If the details are beside the list, the newest offer is shown until one is chosen.
  const chosen = id ?? list.rows[0]?.id

  const setFilter = (next: OfferFilter) =>
    navigate({ search: paramsOf(next), params: { id }, replace: true, resetScroll: false })
  const view = (next: string | undefined, send = false) =>
    navigate({
      params: { id: next },
      search: { ...paramsOf(filter), ...(send ? { send: 1 as const } : {}) },
      resetScroll: next !== undefined && id === undefined,
    })

  return (
    <>
      <PageHeader
        title={copy.title}
        subtitle={copy.subtitle}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => show({ view: 'new' })}>
            {copy.add}
          </Button>
        }
      />
      <SalesTabs current="offers" />
      <div ref={place} tabIndex={-1} className="@container/offers grid grid-cols-[minmax(0,1fr)] gap-(--gap)">
        {id === undefined ? <AllReports /> : null}
        <FilterChips
          chips={offerChips(filter, list.rows, setFilter)}
          onClearAll={() => setFilter({ ...filter, beat: '', client: '' })}
          onRemoved={() => place.current?.focus()}
        />
        <div
          className={cx(
            'grid grid-cols-[minmax(0,1fr)] gap-(--gap) items-start',
            chosen !== undefined && '@min-[780px]/offers:grid-cols-[minmax(0,9fr)_minmax(0,13fr)]',
          )}
        >
          <OffersList
            list={list}
            filter={filter}
            counts={counts}
            chosen={chosen}
            isImplied={id === undefined}
            onFilter={setFilter}
            onView={view}
            onAdd={() => show({ view: 'new' })}
            onReset={() => setFilter(NO_FILTER)}
            className={id === undefined ? '' : '@max-[779px]/offers:hidden'}
          />
          {chosen === undefined ? null : (
            <div className={cx('min-w-0', id === undefined && '@max-[779px]/offers:hidden')}>
              <ChosenOffer
                key={chosen}
                id={chosen}
                isSending={id !== undefined && params.send === 1}
                onSent={() => navigate({ search: paramsOf(filter), params: { id }, replace: true })}
                onShow={show}
                onBack={() => view(undefined)}
              />
            </div>
          )}
        </div>
      </div>
      <Suspense>
        {shown?.view === 'new' || shown?.view === 'edit' ? (
          <OfferDialog
            key={serial}
            open={isOpen}
            onClose={close}
            offer={shown.view === 'edit' ? shown.offer : undefined}
            onSaved={(saved) => {
              close()
              view(saved.id, saved.state === 'draft')
            }}
          />
        ) : null}
        {shown?.view === 'send' ? (
          <SendDialog key={serial} open={isOpen} onClose={close} offer={shown.offer} />
        ) : null}
        {shown?.view === 'paid' ? (
          <PaidDialog key={serial} open={isOpen} onClose={close} offer={shown.offer} />
        ) : null}
        {shown?.view === 'price' ? (
          <CounterDialog key={serial} open={isOpen} onClose={close} offer={shown.offer} />
        ) : null}
      </Suspense>
    </>
  )
}

/** Reported payments of all offers, and those that name none. */
function AllReports() {
  const { data } = useQuery(reportsQuery)
  return <PaymentReports reports={data ?? []} namesOffer />
}

type ChosenOfferProps = {
  id: string
  /** True if the address asks to send the offer, which opens the dialog for that. */
  isSending: boolean
  onSent: () => void
  onShow: (shown: OffersDialog) => void
  onBack: () => void
}

function ChosenOffer({ id, isSending, onSent, onShow, onBack }: ChosenOfferProps) {
  const removed = useRemovedIds()
  const { data: offer, error, isError, refetch } = useQuery(offerQuery(id))
  const latest = useRef({ onSent, onShow })
  latest.current = { onSent, onShow }
  useEffect(() => {
    if (!isSending || offer === undefined) return
    if (offer.state === 'draft') latest.current.onShow({ view: 'send', offer })
    // Removes the parameter, so that going back or a reload does not open the dialog again.
    latest.current.onSent()
  }, [isSending, offer])

  const isGone = removed.has(id) || (error instanceof ApiError && [400, 404].includes(error.status))
  if (isGone) {
    return (
      <Panel solid padded={false}>
        <EmptyState
          title={offerView.missingTitle}
          action={<Button onClick={onBack}>{offerView.back}</Button>}
        >
          {offerView.missing}
        </EmptyState>
      </Panel>
    )
  }
  if (offer) {
    return (
      <OfferDetails
        offer={offer}
        onSend={() => onShow({ view: 'send', offer })}
        onEdit={() => onShow({ view: 'edit', offer })}
        onMarkPaid={() => onShow({ view: 'paid', offer })}
        onOtherPrice={() => onShow({ view: 'price', offer })}
        onRemoved={onBack}
        onBack={onBack}
      />
    )
  }
  if (isError) {
    return (
      <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
        {errorMessageOf(error, offerView.loadFailed) ?? offerView.loadFailed}
      </Banner>
    )
  }
  return (
    <Loading label={offerView.loading}>
      <Skeleton height={560} className="rounded-panel" />
    </Loading>
  )
}
