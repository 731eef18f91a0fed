// The dialog that changes the legal profile. The tax number is never shown: a new one replaces it, an empty field keeps
// it.
import { useEffect } from 'react'
import * as v from 'valibot'
import {
  type LegalProfile,
  type LegalProfileBody,
  useUpdateLegalProfile,
} from '@/entities/licenses/legal-profile'
import { legalProfile as copy } from '@/shared/copy/licenses/license-kinds'
import { useEntry } from '@/shared/forms/use-entry'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'

const text = v.pipe(v.string(), v.trim())
const schema = v.object({
  legal_name: text,
  alias: text,
  address: text,
  country: text,
  governing_law: text,
  pro: text,
  ipi: text,
  publisher: text,
  tax_number: text,
  shows_address: v.boolean(),
  removes_tax_number: v.boolean(),
})
type Values = v.InferOutput<typeof schema>
type TextName = Exclude<keyof Values, 'shows_address' | 'removes_tax_number'>

/** Maps a field of the contract, such as producer.publisher, to the form's field. */
export function profileFieldOf(field: string): TextName | null {
  const name = field.replace(/^producer\./, '')
  if (name === 'name') return 'legal_name'
  if (name === 'law') return 'governing_law'
  const isText = name in schema.entries && name !== 'shows_address' && name !== 'removes_tax_number'
  return isText ? (name as TextName) : null
}

type LegalProfileDialogProps = {
  open: boolean
  onClose: () => void
  profile: LegalProfile
  /** The missing field of the contract that gets the focus. */
  startAt?: string
}

export function LegalProfileDialog({ open, onClose, profile, startAt }: LegalProfileDialogProps) {
  const { mutateAsync: update } = useUpdateLegalProfile()
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema,
    values: { ...profile, tax_number: '', removes_tax_number: false },
    update: {
      before: profile,
      changeOf,
      send: (change: LegalProfileBody) => update(change),
      done: copy.saved,
    },
    failed: copy.failed,
    onDone: onClose,
  })
  const removes = form.watch('removes_tax_number')

  useEffect(() => {
    const name = startAt === undefined ? null : profileFieldOf(startAt)
    if (!open || name === null) return
    // Runs after the dialog has moved the focus to its first field.
    const frame = requestAnimationFrame(() => form.setFocus(name))
    return () => cancelAnimationFrame(frame)
  }, [open, startAt, form])

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={copy.title}
      description={copy.intro}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
      gridClass={TWO_COLUMNS}
    >
      <Field label={copy.legalName} error={errors.legal_name?.message}>
        <Input {...field('legal_name')} autoComplete="name" />
      </Field>
      <Field label={copy.alias} error={errors.alias?.message}>
        <Input {...field('alias')} autoComplete="nickname" />
      </Field>
      <Field label={copy.address} error={errors.address?.message} className="sm:col-span-2">
        <Textarea {...field('address')} rows={2} autoComplete="street-address" className="min-h-[60px]!" />
      </Field>
      <div className="grid gap-1 sm:col-span-2">
        <Checkbox
          label={copy.showsAddress}
          checked={form.watch('shows_address')}
          onCheckedChange={(on) => form.setValue('shows_address', on)}
        />
        <p className="text-12 text-ink-3">{copy.showsAddressHint}</p>
      </div>
      <Field label={copy.country} error={errors.country?.message}>
        <Input {...field('country')} autoComplete="country-name" />
      </Field>
      <Field label={copy.law} error={errors.governing_law?.message} hint={copy.lawHint}>
        <Input {...field('governing_law')} autoComplete="off" />
      </Field>
      <Field label={copy.pro} error={errors.pro?.message} hint={copy.proHint}>
        <Input {...field('pro')} autoComplete="off" />
      </Field>
      <Field label={copy.ipi} error={errors.ipi?.message}>
        <Input {...field('ipi')} figures="code" autoComplete="off" />
      </Field>
      <Field label={copy.publisher} error={errors.publisher?.message} hint={copy.publisherHint}>
        <Input {...field('publisher')} autoComplete="off" />
      </Field>
      <Field
        label={copy.taxNumber}
        error={errors.tax_number?.message}
        hint={profile.tax_number === null ? copy.taxNumberHint : copy.taxNumberKept(profile.tax_number)}
      >
        <Input {...field('tax_number')} figures="code" autoComplete="off" disabled={removes} />
      </Field>
      {profile.tax_number === null ? null : (
        <Checkbox
          label={copy.taxNumberRemove}
          checked={removes}
          onCheckedChange={(on) => form.setValue('removes_tax_number', on)}
          className="sm:col-span-2"
        />
      )}
    </EntryDialog>
  )
}

export function changeOf(before: LegalProfile, values: Values): LegalProfileBody {
  const { tax_number, removes_tax_number, ...plain } = values
  const changed = Object.entries(plain).filter(
    ([name, value]) => value !== before[name as keyof LegalProfile],
  )
  return {
    ...Object.fromEntries(changed),
    ...(removes_tax_number ? { tax_number: '' } : tax_number === '' ? {} : { tax_number }),
  }
}
