// The form of an application, for adding and for changing one.
import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  type Application,
} from '@/entities/applications/application'
import { useAddApplication, useUpdateApplication } from '@/entities/applications/mutations'
import { CURRENCIES } from '@/shared/config/limits'
import { applications, applicationForm as copy } from '@/shared/copy/applications'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { applicationSchema, bodyOf, changeOf, NEW_APPLICATION, valuesOf } from './application-schema'

const TYPE_OPTIONS = namedOptions(APPLICATION_TYPES, applications.types)
const STATUS_OPTIONS = namedOptions(APPLICATION_STATUSES, applications.statuses)
const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }))

type ApplicationDialogProps = {
  open: boolean
  onClose: () => void
  /** The entry to change; if left out, a new one is added. */
  application?: Application
}

export function ApplicationDialog({ open, onClose, application }: ApplicationDialogProps) {
  const { mutateAsync: add } = useAddApplication()
  const { mutateAsync: update } = useUpdateApplication()
  const { field, errors, failure, isPending, submit } = useEntry({
    schema: applicationSchema,
    values: application ? valuesOf(application) : NEW_APPLICATION,
    add: { bodyOf, send: (body) => add(body), done: copy.added },
    update: application && {
      before: application,
      changeOf,
      send: (change) => update({ id: application.id, change }),
      done: copy.saved,
    },
    failed: application ? copy.saveFailed : copy.addFailed,
    onDone: onClose,
  })

  const optional = <span className="text-12 text-ink-3">{copy.optional}</span>
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      title={application ? copy.editTitle : copy.addTitle}
      labels={{
        cancel: copy.cancel,
        submit: application ? copy.save : copy.submit,
        pending: application ? copy.saving : copy.adding,
      }}
      gridClass={TWO_COLUMNS}
    >
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
    </EntryDialog>
  )
}
