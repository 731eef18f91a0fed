// One client: the figures, the details, their link to the public page, and sales and payments in one list.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Handshake, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { Client } from '@/entities/clients/client'
import { clientQuery } from '@/entities/clients/queries'
import type { ClientHandlers } from '@/features/clients/client-card'
import { ClientDetails } from '@/features/clients/client-details'
import { ClientFigures } from '@/features/clients/client-figures'
import { ClientHistory } from '@/features/clients/client-history'
import type { TimelineEntry } from '@/features/clients/timeline'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { clients, clientView as copy } from '@/shared/copy/clients'
import { beatOffers } from '@/shared/copy/offers'
import { lazy } from '@/shared/lib/lazy'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, SkeletonFigures, SkeletonRows } from '@/shared/ui/skeleton'
import { useMakeOffer } from '../use-make-offer'

// Loaded separately, because the rest of the screen does not need it.
const ClientLicenses = lazy(async () => ({
  default: (await import('@/features/licenses/client-licenses')).ClientLicenses,
}))

const ClientShopLink = lazy(async () => ({
  default: (await import('@/features/clients/client-shop-link')).ClientShopLink,
}))

type ClientScreenProps = { id: string; handlers: Omit<ClientHandlers, 'onView'>; onBack: () => void }

export function ClientScreen({ id, handlers, onBack }: ClientScreenProps) {
  const { data: client, isError, error, refetch } = useQuery(clientQuery(id))
  if (client) return <LoadedClient client={client} handlers={handlers} onBack={onBack} />
  return (
    <>
      <PageHeader title={clients.title} onBack={onBack} backLabel={copy.back} />
      {!isError ? <ClientSkeleton /> : null}
      {isError && error instanceof ApiError && error.status === 404 ? (
        <Panel solid padded={false}>
          <EmptyState title={copy.missingTitle} action={<Button onClick={onBack}>{copy.back}</Button>}>
            {copy.missing}
          </EmptyState>
        </Panel>
      ) : null}
      {isError && !(error instanceof ApiError && error.status === 404) ? (
        <Banner tone="error" action={<Button onClick={() => refetch()}>{clients.retry}</Button>}>
          {errorMessageOf(error, clients.loadFailed) ?? clients.loadFailed}
        </Banner>
      ) : null}
    </>
  )
}

function LoadedClient({ client, handlers, onBack }: Omit<ClientScreenProps, 'id'> & { client: Client }) {
  const offer = useMakeOffer({ client })
  return (
    <>
      <PageHeader
        title={client.name}
        subtitle={client.email}
        onBack={onBack}
        backLabel={copy.back}
        actions={
          <>
            <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={() => handlers.onDelete(client)}>
              {clients.delete}
            </Button>
            <Button icon={<Handshake aria-hidden />} onClick={offer.make}>
              {beatOffers.make}
            </Button>
            <Button icon={<Pencil aria-hidden />} onClick={() => handlers.onEdit(client)}>
              {clients.edit}
            </Button>
            <Button
              variant="primary"
              icon={<ArrowUpRight aria-hidden />}
              onClick={() => handlers.onPay(client)}
            >
              {clients.pay}
            </Button>
          </>
        }
      />
      <ClientFigures clientId={client.id} />
      <Suspense>
        <ClientLicenses client={client} />
      </Suspense>
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] @min-[860px]:grid-cols-[340px_minmax(0,1fr)] gap-(--gap) items-start">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-(--gap) @max-[859px]:order-2">
            <ClientDetails key={client.id} client={client} />
            <Suspense>
              <ClientShopLink key={client.id} client={client} />
            </Suspense>
          </div>
          <ClientHistory client={client} link={entryLink} />
        </div>
      </div>
      {offer.dialog}
    </>
  )
}

/** A sale links to its dialog on the sales screen, a transaction to its dialog in the transaction history. */
function entryLink({ kind, id, reference }: TimelineEntry, content: ReactNode, className: string) {
  return kind === 'sale' ? (
    <Link to={PATHS.sales} search={{ sale: id }} className={className}>
      {content}
    </Link>
  ) : (
    <Link to={PATHS.transactions} search={{ q: reference }} className={className}>
      {content}
    </Link>
  )
}

/** A loading skeleton with the shape of the loaded screen. */
function ClientSkeleton() {
  return (
    <Loading label={copy.loading} className="grid gap-(--gap)">
      <Panel padded={false} className="grid sm:grid-cols-3">
        <SkeletonFigures
          widths={[168, 112, 128]}
          className="py-4 sm:h-[122px] sm:py-(--pad) border-line sm:not-first:border-l"
        />
      </Panel>
      <Panel solid padded={false} className="pt-12">
        <SkeletonRows widths={[180, 140, 200, 160, 190, 170]} className="h-[60px]" />
      </Panel>
    </Loading>
  )
}
