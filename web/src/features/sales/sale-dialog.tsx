// Recording a sale, or changing one. What the server says about a field stands at that field; that an account
// would hold too little after a change stands at the amount.
import { useState } from 'react'
import { useAddSale, useUpdateSale } from '@/entities/sales/mutations'
import { LICENSES, SALE_CURRENCIES, type Sale } from '@/entities/sales/sale'
import { ApiError, answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { saleForm as copy, sales } from '@/shared/copy/sales'
import { useAttempts } from '@/shared/forms/attempts'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { BeatField } from './beat-field'
import { ClientField, type NewClientForm } from './client-field'
import {
  bodyOf,
  changeOf,
  FORM_STATUSES,
  newValues,
  type SaleValues,
  saleSchema,
  valuesOf,
} from './sale-schema'

type SaleDialogProps = {
  open: boolean
  onClose: () => void
  /** The one to change; a new one is recorded without it. */
  sale?: Sale
  newClientForm: NewClientForm
}

export function SaleDialog({ open, onClose, sale, newClientForm }: SaleDialogProps) {
  const { form, field } = useEntryForm<SaleValues>(saleSchema, sale ? valuesOf(sale) : newValues())
  const [failure, setFailure] = useState<string | null>(null)
  const add = useAddSale()
  const update = useUpdateSale()
  const attempts = useAttempts()
  const { errors } = form.formState
  const isPending = add.isPending || update.isPending
  const currency = form.watch('currency')

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      if (sale) await save(sale, values)
      else await record(values)
      onClose()
    } catch (error) {
      explain(error)
    }
  })

  async function record(values: SaleValues) {
    const body = bodyOf(values)
    await add.mutateAsync({ body, key: attempts.keyFor(body) })
    attempts.done()
    toast.success(copy.added, TOASTS.success)
  }

  async function save(before: Sale, values: SaleValues) {
    const change = changeOf(before, values)
    if (Object.keys(change).length === 0) return
    await update.mutateAsync({ id: before.id, change })
    toast.success(copy.saved, TOASTS.success)
  }

  function explain(error: unknown) {
    if (showFieldErrors(form, error)) return
    const text = answeredText(error, copy.failed) ?? calls.offline
    if (error instanceof ApiError && error.status === 409) {
      form.setError('amount', { message: text }, { shouldFocus: true })
    } else setFailure(text)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isPending}
      size="lg"
      title={sale ? copy.edit : copy.add}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={isPending} pendingLabel={copy.saving}>
            {sale ? copy.save : copy.submit}
          </Button>
        </>
      }
    >
      <div className="grid sm:grid-cols-2 gap-4">
        {failure ? (
          <Banner tone="error" className="sm:col-span-2">
            {failure}
          </Banner>
        ) : null}
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
          <Select {...field('currency')} options={named(SALE_CURRENCIES, copy.currencies)} />
        </Field>
        <Field label={copy.license} error={errors.license?.message}>
          <Select {...field('license')} options={named(LICENSES, sales.licenses)} />
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
          <Select {...field('status')} options={named(FORM_STATUSES, sales.statuses)} />
        </Field>
        <Field
          label={copy.notes}
          error={errors.notes?.message}
          aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
          className="sm:col-span-2"
        >
          <Textarea {...field('notes')} rows={2} className="min-h-[60px]!" />
        </Field>
      </div>
    </Dialog>
  )
}

function named<Word extends string>(words: readonly Word[], names: Record<Word, string>) {
  return words.map((word) => ({ value: word, label: names[word] }))
}
