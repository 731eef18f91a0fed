// The dialog that sends an offer: the contracts as the buyer will see them, their missing values, and the choice
// whether the link is mailed or only created. Afterwards the link can be copied.
import { useQuery } from '@tanstack/react-query'
import { Check, Link2, PackageX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSendOffer } from '@/entities/offers/mutations'
import { linesTitle, type WholeOffer } from '@/entities/offers/offer'
import { offerContractsQuery } from '@/entities/offers/queries'
import { settingsQuery } from '@/entities/settings/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { roleNouns } from '@/shared/copy/licenses/licenses'
import { sendForm as copy, offers, offerView } from '@/shared/copy/offers'
import { copyText } from '@/shared/lib/copy-text'
import { formatAmount } from '@/shared/lib/money/money'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { ContractSheet } from '@/shared/ui/contract-sheet'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { MissingList } from '@/shared/ui/missing-list'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'
import { missingItems } from './missing-items'

type SendDialogProps = { open: boolean; onClose: () => void; offer: WholeOffer }

export function SendDialog({ open, onClose, offer }: SendDialogProps) {
  const { data: settings } = useQuery(settingsQuery)
  const send = useSendOffer()
  const canMail = settings?.can_email === true && offer.buyer.email !== ''
  const [wish, setWish] = useState<'mail' | 'link'>('mail')
  const how = canMail ? wish : 'link'
  const { reference, buyer, lines, total, currency } = offer
  const sent = send.data
  const missing = offer.missing

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sent) return onClose()
    send.mutate(
      { id: offer.id, mail: how === 'mail' },
      {
        onSuccess: () => toast.success(how === 'mail' ? copy.mailed(buyer.email) : copy.made, TOASTS.success),
      },
    )
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={send.isPending}
      failure={send.isError ? (errorMessageOf(send.error, copy.failed) ?? calls.offline) : null}
      size="lg"
      title={sent ? copy.doneTitle(reference) : copy.title(reference)}
      description={
        sent
          ? undefined
          : copy.summary(
              linesTitle(lines, offers.more),
              total === 0 ? offers.free : formatAmount(total, currency),
              buyer.name || buyer.email,
            )
      }
      isSubmitDisabled={!sent && missing.length > 0}
      labels={{
        cancel: copy.cancel,
        submit: sent ? copy.close : how === 'mail' ? copy.submitMail : copy.submitLink,
        pending: copy.saving,
      }}
    >
      {sent ? (
        <SentLink url={sent.url ?? ''} text={how === 'mail' ? copy.doneMail(buyer.email) : copy.doneLink} />
      ) : (
        <>
          {missing.length > 0 ? (
            <MissingList title={copy.missing} items={missingItems(missing, offer.client_id)} />
          ) : (
            <p className="flex items-center gap-2 text-pos">
              <Check aria-hidden className="size-[18px]" />
              {copy.ready}
            </p>
          )}
          {offer.missing_files.length > 0 ? (
            <p className="flex gap-2 text-ink-2">
              <PackageX aria-hidden className="flex-none size-[18px] mt-px text-ink-3" />
              {copy.absent(
                offer.missing_files
                  .map(({ title, role }) => offerView.fileOf(title, roleNouns[role]))
                  .join(', '),
              )}
            </p>
          ) : null}
          <Contracts offer={offer} />
          {canMail ? (
            <div className="grid gap-1.5">
              <p className="font-medium">{copy.how}</p>
              <Segmented
                label={copy.howLabel}
                value={how}
                onValueChange={setWish}
                options={[
                  { value: 'mail' as const, label: copy.mail(buyer.email) },
                  { value: 'link' as const, label: copy.link },
                ]}
              />
            </div>
          ) : null}
        </>
      )}
    </EntryDialog>
  )
}

function SentLink({ url, text }: { url: string; text: string }) {
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{text}</p>
      <div className="flex items-end gap-2">
        <Field label={copy.linkLabel} className="grow min-w-0">
          <Input readOnly value={url} onFocus={({ target }) => target.select()} className="truncate" />
        </Field>
        <Button
          icon={<Link2 aria-hidden />}
          onClick={() => copyText(url, { done: offerView.linkCopied, failed: offerView.linkFailed })}
        >
          {offerView.copyLink}
        </Button>
      </div>
    </div>
  )
}

function Contracts({ offer }: { offer: WholeOffer }) {
  const { data: contracts, error } = useQuery(offerContractsQuery(offer))
  const [shown, setShown] = useState(0)
  const contract = contracts?.[shown]
  return (
    <section aria-label={copy.contracts} className="grid gap-2 min-w-0">
      <p className="font-medium">{copy.contracts}</p>
      {error ? (
        <Banner tone="error">{errorMessageOf(error, copy.contractsFailed) ?? copy.contractsFailed}</Banner>
      ) : null}
      {contracts && contracts.length > 1 ? (
        <Select
          aria-label={copy.contractOf}
          value={String(shown)}
          options={contracts.map((one, index) => ({
            value: String(index),
            label: copy.contractLabel(offer.lines[index]?.title ?? '', one.kind),
          }))}
          onValueChange={(index) => setShown(Number(index))}
        />
      ) : null}
      {contract ? (
        <>
          <div
            role="group"
            aria-label={copy.contracts}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
            tabIndex={0}
            className="max-h-[320px] overflow-y-auto rounded-small"
          >
            <ContractSheet blocks={contract.blocks} marked />
          </div>
          <p className="text-12 text-ink-3">{copy.gapsNote}</p>
        </>
      ) : null}
      {contracts === undefined && !error ? (
        <Loading label={copy.contracts}>
          <Skeleton height={300} />
        </Loading>
      ) : null}
    </section>
  )
}
