// Recording a sale, or changing one. The server's message about a field stands at that field; a balance that would
// become too low is reported at the amount.
import { useAddSale, useUpdateSale } from '@/entities/sales/mutations'
import { LICENSES, SALE_CURRENCIES, type Sale } from '@/entities/sales/sale'
import { saleForm as copy, sales } from '@/shared/copy/sales'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { BeatField } from './beat-field'
import { ClientField, type NewClientForm } from './client-field'
import { bodyOf, changeOf, FORM_STATUSES, newValues, saleSchema, valuesOf } from './sale-schema'

type SaleDialogProps = {
  open: boolean
  onClose: () => void
  /** The entry to change. Without it a new one is recorded. */
  sale?: Sale
  newClientForm: NewClientForm
}

export function SaleDialog({ open, onClose, sale, newClientForm }: SaleDialogProps) {
  const { mutateAsync: add } = useAddSale()
  const { mutateAsync: update } = useUpdateSale()
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: saleSchema,
    values: sale ? valuesOf(sale) : newValues(),
    add: { bodyOf, send: (body, { keyFor }) => add({ body, key: keyFor(body) }), done: copy.added },
    update: sale && {
      before: sale,
      changeOf,
      send: (change) => update({ id: sale.id, change }),
      done: copy.saved,
    },
    failed: copy.failed,
    conflictField: 'amount',
    onDone: onClose,
  })
  const currency = form.watch('currency')

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={sale ? copy.edit : copy.add}
      labels={{ cancel: copy.cancel, submit: sale ? copy.save : copy.submit, pending: copy.saving }}
      gridClass={TWO_COLUMNS}
    >
      <BeatField form={form} />
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
      <Field label={copy.date} error={errors.date?.message} required>
        <Input {...field('date')} type="date" className="num" />
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
