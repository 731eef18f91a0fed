// The dialog that records or changes a sale. The server's message about a field is shown at that field, a too low
// balance at the amount. A beat that was sold exclusively, or a day far from today, must be resolved before the form is
// sent.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Document } from '@/entities/documents/document'
import { useAddSale, useUpdateSale } from '@/entities/sales/mutations'
import { LICENSES, SALE_CURRENCIES, type Sale } from '@/entities/sales/sale'
import { settingsQuery } from '@/entities/settings/queries'
import { saleForm as copy, sales } from '@/shared/copy/sales'
import { useDateQuestion } from '@/shared/forms/date-question'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { BeatField } from './beat-field'
import { ClientField, type NewClientForm } from './client-field'
import {
  bodyOf,
  changeOf,
  FORM_STATUSES,
  newValues,
  type SaleInput,
  saleSchema,
  valuesOf,
} from './sale-schema'

type SaleDialogProps = {
  open: boolean
  onClose: () => void
  /** The entry to change; if left out, a new one is recorded. */
  sale?: Sale
  newClientForm: NewClientForm
}

export function SaleDialog({ open, onClose, sale, newClientForm }: SaleDialogProps) {
  const { mutateAsync: add } = useAddSale()
  const { mutateAsync: update } = useUpdateSale()
  const { data: settings } = useQuery(settingsQuery)
  const [taken, setTaken] = useState<Document | null>(null)
  const question = useDateQuestion(sale?.date)
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: saleSchema,
    values: sale ? valuesOf(sale) : newValues(settings?.default_currency),
    add: {
      bodyOf,
      send: (body, { keyFor }) => {
        const sent = { ...body, ...question.confirmation(body.date) }
        return add({ body: sent, key: keyFor(sent) })
      },
      done: copy.added,
    },
    update: sale && {
      before: sale,
      changeOf,
      send: (change) => update({ id: sale.id, change: { ...change, ...question.confirmation(change.date) } }),
      done: copy.saved,
    },
    failed: copy.failed,
    conflictField: 'amount',
    fieldOf: fieldOfServer,
    onDone: onClose,
  })
  const [currency, date, status] = form.watch(['currency', 'date', 'status'])
  const isPlanned = status === 'Pending'

  const askAndSubmit = (event: FormEvent<HTMLFormElement>) => {
    const isDoubtful = question.isDoubtful(date, isPlanned)
    if (!taken && !isDoubtful) return submit(event)
    event.preventDefault()
    if (taken) form.setFocus('title')
    else question.askAndFocus(date)
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={askAndSubmit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={sale ? copy.edit : copy.add}
      labels={{ cancel: copy.cancel, submit: sale ? copy.save : copy.submit, pending: copy.saving }}
      gridClass={TWO_COLUMNS}
    >
      <BeatField form={form} taken={taken} onTaken={setTaken} ownBeat={sale?.beat_id} />
      <ClientField form={form} newClientForm={newClientForm} />
      <Field label={copy.amount} error={errors.amount?.message} required>
        <Input
          {...field('amount')}
          figures="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={copy.amountPlaceholder}
        />
      </Field>
      <Field label={copy.currency} error={errors.currency?.message}>
        <Select {...field('currency')} options={namedOptions(SALE_CURRENCIES, copy.currencies)} />
      </Field>
      <Field label={copy.license} error={errors.license?.message}>
        <Select {...field('license')} options={namedOptions(LICENSES, sales.licenses)} />
      </Field>
      <Field label={copy.date} error={question.error(date, isPlanned, errors.date?.message)} required>
        <Input {...field('date')} onBlur={() => question.ask(date)} type="date" className="num" />
      </Field>
      <Field
        label={copy.status}
        error={errors.status?.message}
        hint={copy.statusHint(sales.accounts[currency])}
        className="sm:col-span-2"
      >
        <Select {...field('status')} options={namedOptions(FORM_STATUSES, sales.statuses)} />
      </Field>
      <Field
        label={copy.notes}
        error={errors.notes?.message}
        aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
        className="sm:col-span-2"
      >
        <Textarea {...field('notes')} rows={2} className="min-h-[60px]!" />
      </Field>
    </EntryDialog>
  )
}

/**
 * Maps a field name of the server's error messages to the form's field: the beat's id to the title, in which the beat
 * is chosen.
 */
function fieldOfServer(name: string): keyof SaleInput | null {
  if (name === 'beat_id') return 'title'
  return name in saleSchema.entries ? (name as keyof SaleInput) : null
}
