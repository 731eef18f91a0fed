// The 'Add New Beneficiary' modal, and the same form for changing a client. What is missing is said once above
// the form and marked at each field; what the server says about a field stands at that field.
import { type FormEvent, useState } from 'react'
import type { FieldError } from 'react-hook-form'
import { ACCOUNT_TYPES, type Client, RELATIONSHIPS } from '@/entities/clients/client'
import { useAddClient, useUpdateClient } from '@/entities/clients/mutations'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { clients, clientForm as copy } from '@/shared/copy/clients'
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
  /** The one to change; a new one is added without it. */
  client?: Client
  /** What a new one is called, where that is known already. */
  name?: string
  onSaved?: (client: Client) => void
}

export function ClientDialog({ open, onClose, client, name, onSaved }: ClientDialogProps) {
  const { form, field } = useEntryForm<ClientValues>(
    clientSchema,
    client ? valuesOf(client) : newValues(name),
  )
  const [failure, setFailure] = useState<string | null>(null)
  const add = useAddClient()
  const update = useUpdateClient()
  const { errors } = form.formState
  const isPending = add.isPending || update.isPending

  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const saved = client ? await change(client, values) : await create(values)
      onSaved?.(saved)
      onClose()
    } catch (error) {
      if (showFieldErrors(form, error)) return
      setFailure(answeredText(error, client ? copy.saveFailed : clients.addFailed) ?? calls.offline)
    }
  })

  async function create(values: ClientValues): Promise<Client> {
    const added = await add.mutateAsync(bodyOf(values))
    toast.success(copy.added, TOASTS.success)
    return added
  }

  async function change(before: Client, values: ClientValues): Promise<Client> {
    const changes = changeOf(before, values)
    if (Object.keys(changes).length === 0) return before
    const changed = await update.mutateAsync({ id: before.id, change: changes })
    toast.success(copy.saved, TOASTS.success)
    return changed
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    // Opened from within another form, this one must not send that one too.
    event.stopPropagation()
    save(event)
  }

  const complaint = isIncomplete(errors) ? clients.requiredFields : failure
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
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isPending}
      size="lg"
      title={client ? copy.editTitle : clients.addTitle}
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
            pendingLabel={client ? copy.saving : copy.adding}
          >
            {client ? copy.save : copy.submit}
          </Button>
        </>
      }
    >
      <div className="grid sm:grid-cols-2 gap-4">
        {complaint ? (
          <Banner tone="error" className="sm:col-span-2">
            {complaint}
          </Banner>
        ) : null}
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
          <Select
            {...field('relationship')}
            options={RELATIONSHIPS.map((value) => ({ value, label: clients.relationships[value] }))}
          />
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
            <Select
              {...field('account_type')}
              options={ACCOUNT_TYPES.map((value) => ({ value, label: clients.accountTypes[value] }))}
            />
          </Field>
        </fieldset>
        <Field {...text('notes', copy.notes, { wide: true })}>
          <Textarea {...field('notes')} rows={2} className="min-h-[60px]!" />
        </Field>
      </div>
    </Dialog>
  )
}
