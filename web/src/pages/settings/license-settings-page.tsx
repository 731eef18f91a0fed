// Settings, Licenses: what can be sold today, the legal profile, the ways to pay, the kinds of
// license, and the contract of one of them.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Kind } from '@/entities/licenses/kind'
import { kindsQuery } from '@/entities/licenses/kinds'
import { type LegalProfile, legalProfileQuery } from '@/entities/licenses/legal-profile'
import { useUser } from '@/entities/session/use-session'
import { settingsQuery } from '@/entities/settings/queries'
import { ContractPanel } from '@/features/license-kinds/contract-panel'
import { KindList } from '@/features/license-kinds/kind-list'
import { newKind } from '@/features/license-kinds/kind-schema'
import { LegalProfileDialog } from '@/features/license-kinds/legal-profile-dialog'
import { LegalProfilePanel } from '@/features/license-kinds/legal-profile-panel'
import { Readiness } from '@/features/license-kinds/readiness'
import { StripePanel } from '@/features/offers/stripe-panel'
import { WaysPanel } from '@/features/offers/ways-panel'
import { SectionLinks } from '@/features/settings/section-links'
import { useBack } from '@/pages/use-back'
import { errorMessageOf } from '@/shared/api/error'
import { licenseSettings as copy, kindForm } from '@/shared/copy/licenses/license-kinds'
import { settings } from '@/shared/copy/settings/settings'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { PageHeader } from '@/shared/ui/page-header'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { useDialogs } from '../use-dialogs'

export function LicenseSettingsPage() {
  const back = useBack()
  const kinds = useQuery(kindsQuery)
  const profile = useQuery(legalProfileQuery)
  const failed = [kinds, profile].find((query) => query.isError && !query.data)
  return (
    <>
      <PageHeader title={settings.title} onBack={back} />
      <SectionLinks on="licenses" />
      {kinds.data && profile.data ? <Sections kinds={kinds.data} profile={profile.data} /> : null}
      {failed ? (
        <Banner tone="error" action={<Button onClick={() => failed.refetch()}>{copy.retry}</Button>}>
          {errorMessageOf(failed.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {!failed && !(kinds.data && profile.data) ? <LicenseSettingsSkeleton /> : null}
    </>
  )
}

function Sections({ kinds, profile }: { kinds: Kind[]; profile: LegalProfile }) {
  const user = useUser()
  const { data: account } = useQuery(settingsQuery)
  const [open, setOpen] = useState<string | null>(null)
  const [contractOf, setContractOf] = useState<string | null>(null)
  const { shown, isOpen, serial, show, close } = useDialogs<{ startAt?: string }>()
  const editor = useRef<HTMLDivElement>(null)
  const chosen = kinds.find(({ id }) => id === contractOf) ?? kinds[0]

  const openKind = (id: string | null) => {
    setOpen(id)
    // Shows the contract of the opened kind, unless another contract has unsaved changes.
    const isWriting = editor.current?.querySelector('[data-dirty]') !== null
    if (id !== null && !isWriting && kinds.some((kind) => kind.id === id)) setContractOf(id)
  }

  return (
    <>
      <Readiness kinds={kinds} onProfile={(startAt) => show({ startAt })} onKind={openKind} />
      <LegalProfilePanel profile={profile} onEdit={() => show({})} />
      <WaysPanel />
      <StripePanel />
      <KindList
        kinds={kinds}
        initial={newKind(account?.default_currency, kindForm.credit(profile.alias || user?.name || ''))}
        open={open}
        onOpen={openKind}
      />
      {chosen ? (
        <div ref={editor}>
          <ContractPanel kinds={kinds} kind={chosen} onKind={setContractOf} />
        </div>
      ) : null}
      {shown ? (
        <LegalProfileDialog key={serial} open={isOpen} onClose={close} profile={profile} {...shown} />
      ) : null}
    </>
  )
}

/** A loading skeleton with the height of the loaded screen. */
function LicenseSettingsSkeleton() {
  return (
    <Loading label={copy.loading} className="grid gap-(--gap)">
      {[64, 110, 420, 520].map((height) => (
        <Skeleton key={height} height={height} className="rounded-panel" />
      ))}
    </Loading>
  )
}
