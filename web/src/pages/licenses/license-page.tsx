// One license under its own address: terms and usage, contract, record, files and buyer, with its actions.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { ArrowUp, Ban, Download, Ellipsis, Gauge } from 'lucide-react'
import { useEffect } from 'react'
import { kindsQuery } from '@/entities/licenses/kinds'
import type { WholeLicense } from '@/entities/licenses/license'
import { licenseQuery } from '@/entities/licenses/queries'
import { DeliveryPanel } from '@/features/deliveries/delivery-panel'
import { FilesPanel } from '@/features/licenses/files-panel'
import { IssuedContract } from '@/features/licenses/issued-contract'
import { higherKinds, UpgradeDialog } from '@/features/licenses/issuing/upgrade-dialog'
import { LicenseHead } from '@/features/licenses/license-head'
import { NextStep } from '@/features/licenses/next-step'
import { RecordPanel } from '@/features/licenses/record-panel'
import { TerminateDialog } from '@/features/licenses/terminate-dialog'
import { TermsPanel } from '@/features/licenses/terms-panel'
import { UsageDialog } from '@/features/licenses/usage-dialog'
import { useDownloadContract } from '@/features/licenses/use-download-contract'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { licenseView as copy, licenses } from '@/shared/copy/licenses/licenses'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem } from '@/shared/ui/overlays/menu'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { useDialogs } from '../use-dialogs'

const route = getRouteApi('/licenses/$id')

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] content-start gap-(--gap) @max-[759px]:contents'

export function LicensePage() {
  const { id } = route.useParams()
  const { navigate } = useRouter()
  const back = () => navigate({ to: PATHS.licenses })
  const { data: license, error, isError, refetch } = useQuery(licenseQuery(id))
  if (license) return <LoadedLicense key={id} license={license} onBack={back} />
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <>
      <PageHeader title={copy.crumb} onBack={back} backLabel={copy.back} />
      {isError ? null : (
        <Loading label={copy.loading} className="grid gap-(--gap)">
          <Skeleton height={190} className="rounded-panel" />
          <Skeleton height={520} className="rounded-panel" />
        </Loading>
      )}
      {isError && isGone ? (
        <Panel solid padded={false}>
          <EmptyState title={copy.missingTitle} action={<Button onClick={back}>{copy.back}</Button>}>
            {copy.missing}
          </EmptyState>
        </Panel>
      ) : null}
      {isError && !isGone ? (
        <Banner tone="error" action={<Button onClick={() => refetch()}>{licenses.retry}</Button>}>
          {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
    </>
  )
}

function LoadedLicense({ license, onBack }: { license: WholeLicense; onBack: () => void }) {
  const { navigate } = useRouter()
  const { shown, isOpen, serial, show, close } = useDialogs<'usage' | 'upgrade' | 'terminate'>()
  const { mutate: download, isPending: isDownloading } = useDownloadContract()
  const isActive = license.state === 'active'
  const { data: kinds = [] } = useQuery(kindsQuery)
  const canUpgrade = isActive && higherKinds(license, kinds).length > 0
  const { upgrade } = route.useSearch()
  useEffect(() => {
    if (upgrade === undefined) return
    if (isActive) show('upgrade')
    // Removes the parameter, so that going back or a reload does not open the dialog again.
    navigate({ to: PATHS.license, params: { id: license.id }, search: {}, replace: true })
  }, [upgrade, isActive, show, navigate, license.id])
  const noteUsage = isActive ? () => show('usage') : undefined
  return (
    <>
      <PageHeader
        level={2}
        title={copy.crumb}
        onBack={onBack}
        backLabel={copy.back}
        actions={
          <>
            {canUpgrade ? (
              <Button icon={<ArrowUp aria-hidden />} onClick={() => show('upgrade')}>
                {copy.upgrade}
              </Button>
            ) : null}
            <Button
              variant="primary"
              icon={<Download aria-hidden />}
              pending={isDownloading}
              onClick={() => download(license)}
            >
              {copy.download}
            </Button>
            {isActive ? (
              <Menu
                trigger={
                  <IconButton label={copy.more} icon={<Ellipsis aria-hidden />} className="max-sm:grow-0!" />
                }
              >
                <MenuItem icon={<Gauge aria-hidden />} onSelect={() => show('usage')}>
                  {copy.noteUsage}
                </MenuItem>
                <MenuItem danger icon={<Ban aria-hidden />} onSelect={() => show('terminate')}>
                  {copy.terminate}
                </MenuItem>
              </Menu>
            ) : null}
          </>
        }
      />
      <LicenseHead license={license} />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] @min-[760px]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-(--gap)">
          {/* Two columns of independent height; one column in a narrow window, in the order of the panels. */}
          <div className={COLUMN}>
            <TermsPanel license={license} onNoteUsage={noteUsage} className="order-1" />
            <DeliveryPanel license={license} className="order-3" />
            <RecordPanel licenseId={license.id} events={license.events} className="order-5" />
          </div>
          <div className={COLUMN}>
            <IssuedContract
              license={license}
              onDownload={() => download(license)}
              isDownloading={isDownloading}
              className="order-2"
            />
            <FilesPanel
              license={license}
              next={<NextStep license={license} onUpgrade={() => show('upgrade')} />}
              className="order-4"
            />
          </div>
        </div>
      </div>
      {shown === 'usage' ? (
        <UsageDialog key={serial} open={isOpen} onClose={close} license={license} />
      ) : null}
      {shown === 'terminate' ? (
        <TerminateDialog key={serial} open={isOpen} onClose={close} license={license} />
      ) : null}
      {shown === 'upgrade' ? (
        <UpgradeDialog
          key={serial}
          open={isOpen}
          onClose={close}
          license={license}
          onUpgraded={({ id }) => {
            close()
            navigate({ to: PATHS.license, params: { id } })
          }}
        />
      ) : null}
    </>
  )
}
