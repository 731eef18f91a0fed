// Reported payments, refunds and disputes that the producer has to look at: what happened, and what became of the money.

import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type PaymentReport, type ReportStep, useReportStep } from '@/entities/offers/reports'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { calls } from '@/shared/copy/calls'
import { paymentReports as copy } from '@/shared/copy/offers'
import { momentText } from '@/shared/lib/time/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { textLinkClass } from '@/shared/ui/text-link'
import { toast } from '@/shared/ui/toast/toast'

type PaymentReportsProps = {
  reports: readonly PaymentReport[]
  /** True on the page of all offers, where each report names its own. */
  namesOffer?: boolean
  className?: string
}

export function PaymentReports({ reports, namesOffer = false, className }: PaymentReportsProps) {
  if (reports.length === 0) return null
  return (
    <section aria-label={copy.label} className={className}>
      <ul className="grid gap-2">
        {reports.map((report) => (
          <li key={report.id}>
            <Report report={report} namesOffer={namesOffer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Report({ report, namesOffer }: { report: PaymentReport; namesOffer: boolean }) {
  const { mutate, isPending, variables } = useReportStep()
  const [isDismissing, setDismissing] = useState(false)
  const { id, message, detail, offer_id, offer_reference, reference, payer, received_at } = report
  const run = (step: ReportStep, done: string) =>
    mutate(step, {
      onSuccess: () => toast.success(done, TOASTS.success),
      onError: (error) => toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other),
    })
  const close = (result: 'given_back' | 'dismissed', note: string) =>
    run({ id, step: 'close', result, note }, copy.closed)
  const isGoing = (step: string) => isPending && variables?.step === step
  const from = [payer, reference, momentText(received_at)].filter(Boolean).join(' · ')
  return (
    <Banner tone="warning">
      <span className="block">
        {namesOffer && offer_id !== null ? (
          <Link to={PATHS.offers} params={{ id: offer_id }} className={textLinkClass}>
            {offer_reference ?? copy.offer}
          </Link>
        ) : null}{' '}
        {message}
      </span>
      {detail === '' ? null : <span className="block text-ink-2">{detail}</span>}
      <span className="block num text-12 text-ink-2">{from}</span>
      {isDismissing ? (
        <DismissForm
          isPending={isGoing('close')}
          onSubmit={(note) => close('dismissed', note)}
          onClose={() => setDismissing(false)}
        />
      ) : (
        <span className="flex flex-wrap gap-2 pt-2">
          {report.can_be_tried_again ? (
            <Button
              size="sm"
              pending={isGoing('retry')}
              onClick={() => run({ id, step: 'retry' }, copy.trying)}
            >
              {copy.retry}
            </Button>
          ) : null}
          {report.kind === 'paid' ? (
            <Button size="sm" pending={isGoing('close')} onClick={() => close('given_back', '')}>
              {copy.givenBack}
            </Button>
          ) : null}
          <Button size="sm" variant="quiet" onClick={() => setDismissing(true)}>
            {copy.dismiss}
          </Button>
        </span>
      )}
    </Banner>
  )
}

type DismissFormProps = { isPending: boolean; onSubmit: (note: string) => void; onClose: () => void }

function DismissForm({ isPending, onSubmit, onClose }: DismissFormProps) {
  const [note, setNote] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const form = useId()
  return (
    <form
      id={form}
      noValidate
      className="flex flex-wrap items-start gap-2 pt-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (note.trim() === '') setEmpty(true)
        else onSubmit(note.trim())
      }}
    >
      <Field
        label={copy.note}
        error={isEmpty ? copy.noteRequired : undefined}
        className="grow basis-56 max-w-[420px]"
      >
        <Input
          value={note}
          maxLength={500}
          autoFocus
          onChange={({ target }) => {
            setNote(target.value)
            setEmpty(false)
          }}
        />
      </Field>
      <Button size="sm" type="submit" className="sm:mt-[26px]" pending={isPending}>
        {copy.dismissIt}
      </Button>
      <Button size="sm" variant="quiet" className="sm:mt-[26px]" onClick={onClose}>
        {copy.cancel}
      </Button>
    </form>
  )
}
