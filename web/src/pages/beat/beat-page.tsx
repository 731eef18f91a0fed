// The screen of one beat: its details, files, prices, licenses, shares, preview and notes.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Handshake, Pencil, Share2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { documentQuery, overviewQuery } from '@/entities/documents/queries'
import { kindsQuery } from '@/entities/licenses/kinds'
import { useAcceptDrops } from '@/entities/uploads/file-question'
import { BeatHero } from '@/features/beat/beat-hero'
import { BeatFilesSection } from '@/features/beat/files-section'
import { NotesPanel } from '@/features/beat/notes-panel'
import { ReservationLine } from '@/features/beat/reservation-line'
import { saveDocument } from '@/features/library/list/save-document'
import { useRemoveDocument } from '@/features/library/use-remove-document'
import { termsText } from '@/features/license-kinds/kind-text'
import { BeatLicenses } from '@/features/licenses/beat-licenses'
import { BeatPreview } from '@/features/previews/beat-preview'
import { PricesPanel } from '@/features/prices/prices-panel'
import { BeatShares } from '@/features/shares/beat-shares'
import { ApiError } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { beat as copy } from '@/shared/copy/library/beat'
import { beatOffers } from '@/shared/copy/offers'
import { shares } from '@/shared/copy/shares'
import { screens } from '@/shared/copy/shell'
import { lazy } from '@/shared/lib/lazy'
import { Button, buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { iconButtonClass } from '@/shared/ui/icon-button-class'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { useDialogs } from '../use-dialogs'
import { useMakeOffer } from '../use-make-offer'

const EditDialog = lazy(async () => ({
  default: (await import('@/features/library/edit-dialog')).EditDialog,
}))

const ShareDialog = lazy(async () => ({
  default: (await import('@/features/shares/form/share-dialog')).ShareDialog,
}))

const route = getRouteApi('/documents/$id')

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4 @max-[759px]:contents'

export function BeatPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(documentQuery(id))
  useAcceptDrops(data?.document.id, data ? nameOf(data.document) : '')
  if (data === undefined && error instanceof ApiError && [400, 404].includes(error.status))
    return <BeatGone />
  if (data === undefined && error !== null)
    return (
      <>
        <Crumb />
        <ListFailure text={copy.failed} retryLabel={copy.retry} onRetry={() => refetch()} />
      </>
    )
  if (data === undefined) return <LoadingBeat />
  // The key resets the state for another beat.
  return <Beat key={id} document={data.document} waveform={data.waveform} notes={data.notes} />
}

type BeatProps = { document: Document; waveform: number[] | null; notes: string }

function Beat({ document, waveform, notes }: BeatProps) {
  const { data: overview } = useQuery(overviewQuery)
  const { data: kinds = [] } = useQuery(kindsQuery)
  const termsOf = (kindId: string) => {
    const kind = kinds.find(({ id }) => id === kindId)
    return kind ? termsText(kind) : ''
  }
  const navigate = useNavigate()
  const { remove, dialog } = useRemoveDocument(() => navigate({ to: PATHS.library }))
  const [edit, setEdit] = useState({ isOpen: false, serial: 0 })
  const sharing = useDialogs<Document>()
  const name = nameOf(document)
  const offer = useMakeOffer({ beat: { id: document.id, name } })
  return (
    <>
      <Crumb>
        {document.category === 'beat' && document.status !== 'Sold' ? (
          <Button icon={<Handshake aria-hidden />} onClick={offer.make}>
            {beatOffers.make}
          </Button>
        ) : null}
        {document.category === 'beat' ? (
          <Button icon={<Share2 aria-hidden />} onClick={() => sharing.show(document)}>
            {shares.share}
          </Button>
        ) : null}
        <Button
          icon={<Pencil aria-hidden />}
          onClick={() => setEdit(({ serial }) => ({ isOpen: true, serial: serial + 1 }))}
        >
          {copy.edit}
        </Button>
      </Crumb>
      <BeatHero
        document={document}
        waveform={waveform}
        onDownload={() => saveDocument(document)}
        onDelete={() => remove(document)}
      />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] @min-[760px]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-4">
          {/* Two columns of independent height; one column in a narrow window, in the order of the panels. */}
          <div className={COLUMN}>
            <BeatFilesSection
              document={document}
              title={name}
              onDownload={() => saveDocument(document)}
              className="order-1"
            />
            <BeatLicenses documentId={document.id} className="order-3">
              <ReservationLine documentId={document.id} />
            </BeatLicenses>
            {document.category === 'beat' ? (
              <BeatShares
                documentId={document.id}
                onShare={() => sharing.show(document)}
                className="order-5"
              />
            ) : null}
          </div>
          <div className={COLUMN}>
            <PricesPanel documentId={document.id} title={name} termsOf={termsOf} className="order-2" />
            {document.category === 'beat' ? (
              <BeatPreview documentId={document.id} title={name} className="order-4" />
            ) : null}
            <NotesPanel documentId={document.id} notes={notes} className="order-6" />
          </div>
        </div>
      </div>
      {dialog}
      {offer.dialog}
      {sharing.shown ? (
        <Suspense>
          <ShareDialog
            key={sharing.serial}
            open={sharing.isOpen}
            onClose={sharing.close}
            documents={[sharing.shown]}
            onView={({ id }) => navigate({ to: PATHS.shares, search: { link: id } })}
          />
        </Suspense>
      ) : null}
      {edit.serial > 0 ? (
        <Suspense>
          <EditDialog
            key={edit.serial}
            open={edit.isOpen}
            onClose={() => setEdit((now) => ({ ...now, isOpen: false }))}
            document={document}
            genres={overview?.genres ?? []}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Crumb({ children }: { children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-1.5 min-h-9 text-ink-2">
      <Link
        to={PATHS.library}
        aria-label={copy.back}
        className={`${iconButtonClass('md')} -ml-2 max-sm:mr-auto`}
      >
        <ArrowLeft aria-hidden />
      </Link>
      <Link to={PATHS.library} className="mr-auto max-sm:hidden rounded-small hover:text-ink hover:underline">
        {screens.library}
      </Link>
      {children}
    </div>
  )
}

function BeatGone() {
  return (
    <Panel>
      <EmptyState
        level={1}
        title={copy.goneTitle}
        action={
          <Link to={PATHS.library} className={buttonClass({ variant: 'primary' })}>
            {copy.toLibrary}
          </Link>
        }
      >
        {copy.goneText}
      </EmptyState>
    </Panel>
  )
}

function LoadingBeat() {
  return (
    <>
      <Crumb />
      <Loading label={copy.loading} className="grid gap-4">
        <Skeleton height={320} className="rounded-panel!" />
        <div className="grid gap-4 lg:grid-cols-[7fr_5fr]">
          <Skeleton height={320} className="rounded-panel!" />
          <Skeleton height={320} className="rounded-panel!" />
        </div>
      </Loading>
    </>
  )
}
