// The form of an application, for a new one and for changing one.
import { useState } from 'react'
import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  type Application,
} from '@/entities/applications/application'
import { useAddApplication, useUpdateApplication } from '@/entities/applications/mutations'
import { answeredText } from '@/shared/api/error'
import { CURRENCIES, TOASTS } from '@/shared/config/limits'
import { applications, applicationForm as copy } from '@/shared/copy/applications'
import { calls } from '@/shared/copy/calls'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import {
  type ApplicationValues,
  applicationSchema,
  bodyOf,
  changeOf,
  NEW_APPLICATION,
  valuesOf,
} from './application-schema'

const TYPE_OPTIONS = APPLICATION_TYPES.map((value) => ({ value, label: applications.types[value] }))
const STATUS_OPTIONS = APPLICATION_STATUSES.map((value) => ({ value, label: applications.statuses[value] }))
const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }))

type ApplicationDialogProps = {
  open: boolean
  onClose: () => void
  /** The one to change; a new one is added without it. */
  application?: Application
}

export function ApplicationDialog({ open, onClose, application }: ApplicationDialogProps) {
  const { form, field } = useEntryForm<ApplicationValues>(
    applicationSchema,
    application ? valuesOf(application) : NEW_APPLICATION,
  )
  const [failure, setFailure] = useState<string | null>(null)
  const add = useAddApplication()
  const update = useUpdateApplication()
  const { errors } = form.formState
  const isPending = add.isPending || update.isPending

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      if (application) await change(application, values)
      else {
        await add.mutateAsync(bodyOf(values))
        toast.success(copy.added, TOASTS.success)
      }
      onClose()
    } catch (error) {
      if (showFieldErrors(form, error)) return
      setFailure(answeredText(error, application ? copy.saveFailed : copy.addFailed) ?? calls.offline)
    }
  })

  async function change(before: Application, values: ApplicationValues) {
    const changes = changeOf(before, values)
    if (Object.keys(changes).length === 0) return
    await update.mutateAsync({ id: before.id, change: changes })
    toast.success(copy.saved, TOASTS.success)
  }

  const optional = <span className="text-12 text-ink-3">{copy.optional}</span>
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isPending}
      title={application ? copy.editTitle : copy.addTitle}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            pendingLabel={application ? copy.saving : copy.adding}
          >
            {application ? copy.save : copy.submit}
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
        <Field label={copy.name} error={errors.title?.message} required className="sm:col-span-2">
          <Input {...field('title')} autoComplete="off" placeholder={copy.namePlaceholder} />
        </Field>
        <Field
          label={copy.organization}
          error={errors.organization?.message}
          required
          className="sm:col-span-2"
        >
          <Input {...field('organization')} autoComplete="off" placeholder={copy.organizationPlaceholder} />
        </Field>
        <Field label={copy.type} error={errors.type?.message}>
          <Select {...field('type')} options={TYPE_OPTIONS} />
        </Field>
        <Field label={copy.status} error={errors.status?.message}>
          <Select {...field('status')} options={STATUS_OPTIONS} />
        </Field>
        <Field label={copy.amount} error={errors.amount?.message} aside={optional}>
          <Input
            {...field('amount')}
            figures="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={copy.amountPlaceholder}
          />
        </Field>
        <Field label={copy.currency} error={errors.currency?.message}>
          <Select {...field('currency')} options={CURRENCY_OPTIONS} />
        </Field>
        <Field label={copy.notes} error={errors.notes?.message} aside={optional} className="sm:col-span-2">
          <Textarea {...field('notes')} rows={3} className="min-h-[72px]!" />
        </Field>
      </div>
    </Dialog>
  )
}
