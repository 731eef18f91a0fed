// The delivery of a license to its buyer: its address, its files, the missing files, and every download.
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Check, Clock, Download, FileText, Link2, Mail, PackageX, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type Delivery,
  type DeliveryState,
  fetchLicenseEvidence,
  licenseDeliveryQuery,
  useMailDelivery,
  useMakeDelivery,
  useRenewDelivery,
  useSetIncludesNewer,
} from '@/entities/deliveries/delivery'
import type { License } from '@/entities/licenses/license'
import { settingsQuery } from '@/entities/settings/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { delivery as copy } from '@/shared/copy/deliveries'
import { fileRoles, roleNouns } from '@/shared/copy/licenses/licenses'
import { fileSize } from '@/shared/lib/file-size'
import { saveFile } from '@/shared/lib/save-file'
import { dayText, momentText } from '@/shared/lib/time/calendar'
import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { Button, buttonClass } from '@/shared/ui/button'
import { CopyLink } from '@/shared/ui/copy-link'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'

type DeliveryPanelProps = { license: License; className?: string }

export function DeliveryPanel({ license, className }: DeliveryPanelProps) {
  const { data: delivery, error, refetch } = useQuery(licenseDeliveryQuery(license.id))
  return (
    <Panel
      solid
      padded={false}
      title={copy.title}
      aside={delivery ? <StateBadge state={delivery.state} /> : null}
      className={`@container ${className ?? ''}`}
    >
      {delivery === undefined && error === null ? (
        <Loading label={copy.loading} className="px-(--pad) pb-4">
          <Skeleton height={96} />
        </Loading>
      ) : null}
      {delivery === undefined && error !== null ? (
        <ListFailure
          className="mx-(--pad) mb-4"
          text={errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
          retryLabel={copy.retry}
          onRetry={() => refetch()}
        />
      ) : null}
      {delivery === null ? <NoDelivery license={license} /> : null}
      {delivery ? <DeliveryDetails delivery={delivery} license={license} /> : null}
    </Panel>
  )
}

const TONES: Record<DeliveryState, BadgeTone> = {
  ready: 'pos',
  waiting: 'warn',
  over: 'neutral',
  ended: 'neutral',
}

function StateBadge({ state }: { state: DeliveryState }) {
  return (
    <Badge tone={TONES[state]} icon={state === 'over' ? <Clock aria-hidden /> : undefined}>
      {copy.states[state]}
    </Badge>
  )
}

function NoDelivery({ license }: { license: License }) {
  const make = useMakeDelivery(license.id)
  const { data: settings } = useQuery(settingsQuery)
  const canMail = settings?.can_email === true && license.buyer.email !== ''
  if (license.state !== 'active') return <p className="px-(--pad) pb-4 text-ink-2">{copy.noneEnded}</p>
  const start = (mail: boolean) =>
    make.mutate(
      { mail },
      {
        onSuccess: () => toast.success(mail ? copy.mailed(license.buyer.email) : copy.made, TOASTS.success),
        onError: (error) =>
          toast.error(errorMessageOf(error, copy.makeFailed) ?? calls.offline, TOASTS.other),
      },
    )
  return (
    <div className="px-(--pad) pb-4">
      <p className="mb-3 text-ink-2">{copy.none}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Link2 aria-hidden />} disabled={make.isPending} onClick={() => start(false)}>
          {copy.make}
        </Button>
        {canMail ? (
          <Button icon={<Mail aria-hidden />} disabled={make.isPending} onClick={() => start(true)}>
            {copy.makeMail}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function DeliveryDetails({ delivery, license }: { delivery: Delivery; license: License }) {
  const { url, state, expires_on, missing, buyer } = delivery
  const day = dayText(expires_on)
  return (
    <>
      {state === 'ended' ? (
        <p className="px-(--pad) pb-4 text-ink-2">{copy.noneEnded}</p>
      ) : (
        <>
          <CopyLink
            url={url}
            texts={{ copy: copy.copyLink, copied: copy.linkCopied, failed: copy.linkFailed }}
            className="mx-(--pad)"
          />
          <p className="num px-(--pad) pt-2 text-12 text-ink-3">
            {state === 'over' ? copy.expired(day) : copy.until(day)}
          </p>
          <Actions delivery={delivery} email={buyer.email} />
        </>
      )}
      {missing.length > 0 && state !== 'ended' ? (
        <div className="flex gap-2.5 px-(--pad) py-3 border-t border-line text-ink-2">
          <PackageX aria-hidden className="flex-none size-[18px] mt-px text-warn" />
          <div>
            <p className="font-medium text-ink">{copy.missing}</p>
            <p>{missing.map(({ title, role }) => copy.missingOf(title, nounOf(role))).join(', ')}</p>
            <p className="text-12 text-ink-3">{copy.missingNote}</p>
          </div>
        </div>
      ) : null}
      <Files delivery={delivery} />
      <DownloadLog delivery={delivery} />
      <Evidence license={license} />
    </>
  )
}

function Actions({ delivery, email }: { delivery: Delivery; email: string }) {
  const renew = useRenewDelivery()
  const mail = useMailDelivery()
  const { data: settings } = useQuery(settingsQuery)
  const failed = (text: string) => (error: Error) =>
    toast.error(errorMessageOf(error, text) ?? calls.offline, TOASTS.other)
  return (
    <div className="flex flex-wrap gap-2 px-(--pad) py-3">
      {settings?.can_email && email !== '' ? (
        <Button
          size="sm"
          icon={<Mail aria-hidden />}
          pending={mail.isPending}
          onClick={() =>
            mail.mutate(delivery.id, {
              onSuccess: () => toast.success(copy.mailed(email), TOASTS.success),
              onError: failed(copy.mailFailed),
            })
          }
        >
          {copy.mail}
        </Button>
      ) : null}
      <Button
        size="sm"
        icon={<RotateCw aria-hidden />}
        pending={renew.isPending}
        onClick={() =>
          renew.mutate(
            { id: delivery.id, mail: false },
            {
              onSuccess: ({ expires_on }) => toast.success(copy.renewed(dayText(expires_on)), TOASTS.success),
              onError: failed(copy.renewFailed),
            },
          )
        }
      >
        {copy.renew}
      </Button>
      <a
        href={delivery.url}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ size: 'sm', variant: 'quiet' })}
      >
        <ArrowUpRight aria-hidden />
        {copy.open}
      </a>
    </div>
  )
}

function Files({ delivery }: { delivery: Delivery }) {
  const set = useSetIncludesNewer()
  const { files, tickets_allowed, includes_newer, state } = delivery
  return (
    <section aria-label={copy.files} className="border-t border-line">
      <ul aria-label={copy.files}>
        {files.map((file) => (
          <li
            key={file.id}
            className="flex items-center gap-3 min-h-14 px-(--pad) py-2 border-t border-line first:border-t-0"
          >
            <FileText aria-hidden className="flex-none size-[18px] text-ink-3" />
            <span className="grow min-w-0">
              <span className="block truncate font-medium">{file.name}</span>
              <span className="num block text-12 text-ink-3">
                {[roleName(file.role), ...(file.size > 0 ? [fileSize(file.size)] : [])].join(' · ')}
              </span>
            </span>
            <span className="num grid justify-items-end flex-none text-12 text-ink-3">
              <span className={file.downloads > 0 ? 'inline-flex items-center gap-1 text-pos' : ''}>
                {file.downloads > 0 ? <Check aria-hidden className="size-3.5" /> : null}
                {file.downloads > 0 ? copy.downloadsOf(file.downloads) : copy.never}
              </span>
              <span>
                {file.state === 'ready'
                  ? copy.ticketsOf(file.tickets, tickets_allowed)
                  : (copy.fileStates[file.state] ?? file.state)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {state === 'ended' ? null : (
        <div className="px-(--pad) py-3 border-t border-line">
          <Checkbox
            label={copy.newer}
            checked={set.isPending ? set.variables.includes_newer : includes_newer}
            disabled={set.isPending}
            onCheckedChange={(on) =>
              set.mutate(
                { id: delivery.id, includes_newer: on },
                {
                  onError: (error) =>
                    toast.error(errorMessageOf(error, copy.newerFailed) ?? calls.offline, TOASTS.other),
                },
              )
            }
          />
        </div>
      )}
    </section>
  )
}

const FIRST_DOWNLOADS = 5

function DownloadLog({ delivery: { downloads } }: { delivery: Delivery }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? downloads : downloads.slice(0, FIRST_DOWNLOADS)
  return (
    <section aria-label={copy.log} className="px-(--pad) py-4 border-t border-line">
      <h3 className="mb-2 text-14">{copy.log}</h3>
      {downloads.length === 0 ? <p className="text-ink-2">{copy.logNone}</p> : null}
      <ol className="num grid gap-2">
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <span className="truncate">{one.file}</span>
            <time dateTime={one.at} className="text-12 leading-5 text-ink-3 first-letter:uppercase">
              {momentText(one.at)}
            </time>
            <SmallText>{[one.ip, one.browser].filter(Boolean).join(' · ')}</SmallText>
            <SmallText>{`${fileSize(one.bytes)} · ${one.whole ? copy.whole : copy.part}`}</SmallText>
          </li>
        ))}
      </ol>
      {!isWhole && downloads.length > FIRST_DOWNLOADS ? (
        <Button size="sm" className="mt-3" onClick={() => setWhole(true)}>
          {copy.showAll(downloads.length)}
        </Button>
      ) : null}
    </section>
  )
}

function SmallText({ children }: { children: ReactNode }) {
  return <span className="text-12 text-ink-3 truncate">{children}</span>
}

function Evidence({ license }: { license: License }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchLicenseEvidence(license),
    onSuccess: (file) => {
      saveFile(file)
      toast.success(copy.evidenceSaved(file.name), TOASTS.success)
    },
    onError: (error) =>
      toast.error(errorMessageOf(error, copy.evidenceFailed) ?? calls.offline, TOASTS.other),
  })
  return (
    <div className="px-(--pad) py-4 border-t border-line">
      <Button icon={<Download aria-hidden />} pending={isPending} onClick={() => mutate()}>
        {copy.evidence}
      </Button>
    </div>
  )
}

function roleName(role: string): string {
  return copy.papers[role] ?? fileRoles[role as keyof typeof fileRoles] ?? role
}

function nounOf(role: string): string {
  return roleNouns[role as keyof typeof roleNouns] ?? role
}
