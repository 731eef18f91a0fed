// The 'Add New Beneficiary' modal, and the same form for changing a client. Missing fields are reported once above
// the form and marked; the server's message about a field stands at that field.
import type { FormEvent } from 'react'
import type { FieldError } from 'react-hook-form'
import { ACCOUNT_TYPES, type Client, RELATIONSHIPS } from '@/entities/clients/client'
import { useAddClient, useUpdateClient } from '@/entities/clients/mutations'
import { clients, clientForm as copy } from '@/shared/copy/clients'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import {
  bodyOf,
  type ClientValues,
  changeOf,
  clientSchema,
  isIncomplete,
  newValues,
  valuesOf,
} from './client-schema'

type ClientDialogProps = {
  open: boolean
  onClose: () => void
  /** The entry to change; if left out, a new one is added. */
  client?: Client
  /** The name of a new client, if it was typed before. */
  name?: string
  onSaved?: (client: Client) => void
}

export function ClientDialog({ open, onClose, client, name, onSaved }: ClientDialogProps) {
  const { mutateAsync: add } = useAddClient()
  const { mutateAsync: update } = useUpdateClient()
  const {
    field,
    errors,
    failure,
    isPending,
    submit: save,
  } = useEntry({
    schema: clientSchema,
    values: client ? valuesOf(client) : newValues(name),
    add: { bodyOf, send: (body) => add(body), done: copy.added },
    update: client && {
      before: client,
      changeOf,
      send: (change) => update({ id: client.id, change }),
      done: copy.saved,
    },
    failed: client ? copy.saveFailed : clients.addFailed,
    onDone: (saved) => {
      onSaved?.(saved)
      onClose()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    // React events bubble through portals: opened from another form, this submit must not submit that one too.
    event.stopPropagation()
    save(event)
  }

  const text = (
    name: keyof ClientValues,
    label: string,
    look: { wide?: boolean; needed?: boolean; hint?: string },
  ) => ({
    label,
    error: (errors[name] as FieldError | undefined)?.message,
    required: look.needed,
    hint: look.hint,
    aside: look.needed ? undefined : <span className="text-12 text-ink-3">{copy.optional}</span>,
    className: look.wide ? 'sm:col-span-2' : undefined,
  })

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={isIncomplete(errors) ? clients.requiredFields : failure}
      size="lg"
      title={client ? copy.editTitle : clients.addTitle}
      labels={{
        cancel: copy.cancel,
        submit: client ? copy.save : copy.submit,
        pending: client ? copy.saving : copy.adding,
      }}
      gridClass={TWO_COLUMNS}
    >
      <Field {...text('name', copy.name, { needed: true })}>
        <Input {...field('name')} autoComplete="off" placeholder={copy.namePlaceholder} />
      </Field>
      <Field {...text('email', copy.email, { needed: true })}>
        <Input
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder={copy.emailPlaceholder}
        />
      </Field>
      <Field {...text('phone', copy.phone, {})}>
        <Input {...field('phone')} type="tel" autoComplete="off" />
      </Field>
      <Field label={copy.relationship} error={errors.relationship?.message}>
        <Select {...field('relationship')} options={namedOptions(RELATIONSHIPS, clients.relationships)} />
      </Field>
      <Field {...text('address', copy.address, { wide: true })}>
        <Textarea {...field('address')} rows={2} className="min-h-[60px]!" />
      </Field>
      <fieldset className="grid sm:grid-cols-2 sm:col-span-2 gap-4 pt-4 border-t border-line">
        <legend className="float-left text-14 font-semibold sm:col-span-2">{copy.bankDetails}</legend>
        <Field {...text('bank_name', copy.bankName, { needed: true })}>
          <Input {...field('bank_name')} autoComplete="off" />
        </Field>
        <Field {...text('account_number', copy.accountNumber, { needed: true })}>
          <Input {...field('account_number')} figures="code" autoComplete="off" spellCheck={false} />
        </Field>
        <Field {...text('bank_code', copy.bankCode, { hint: copy.bankCodeHint })}>
          <Input {...field('bank_code')} figures="code" autoComplete="off" spellCheck={false} />
        </Field>
        <Field label={copy.accountType} error={errors.account_type?.message}>
          <Select {...field('account_type')} options={namedOptions(ACCOUNT_TYPES, clients.accountTypes)} />
        </Field>
      </fieldset>
      <Field {...text('notes', copy.notes, { wide: true })}>
        <Textarea {...field('notes')} rows={2} className="min-h-[60px]!" />
      </Field>
    </EntryDialog>
  )
}
