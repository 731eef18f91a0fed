// The buyer field of a sale: one of the clients, suggested while typing, or only a name. A new client can be added
// without leaving the sale.
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Client } from '@/entities/clients/client'
import { matchesQuery } from '@/entities/clients/queries'
import { TRANSACTION } from '@/shared/config/limits'
import { saleForm as copy } from '@/shared/copy/sales'
import type { EntryForm } from '@/shared/forms/use-entry-form'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'
import type { SaleInput, SaleValues } from './sale-schema'

/** Renders the dialog that adds a client; the page provides it, since features do not import each other. */
export type NewClientForm = (form: {
  /** A number that changes with each opening; used as React key, so that the form starts empty. */
  serial: number
  open: boolean
  name: string
  onClose: () => void
  onSaved: (client: Client) => void
}) => ReactNode

type ClientFieldProps = { form: EntryForm<SaleInput, SaleValues>; newClientForm: NewClientForm }

type ClientSuggestion = Suggestion & { client?: Client }

export function ClientField({ form, newClientForm }: ClientFieldProps) {
  const [name, id] = form.watch(['client', 'client_id'])
  const [creating, setCreating] = useState({ isOpen: false, name: '', serial: 0 })
  const [email, setEmail] = useState<string | null>(null)
  // A name that belongs to a chosen client is not searched for.
  const wanted = useDebounced(id === '' ? name.trim() : '', TRANSACTION.searchDelayMs)
  const { data: matches = [] } = useQuery(matchesQuery(wanted))
  const { ref } = form.register('client')

  function choose(client: Client) {
    form.setValue('client', client.name)
    form.setValue('client_id', client.id)
    form.clearErrors('client')
    setEmail(client.email)
  }

  function onType(typed: string) {
    form.setValue('client', typed)
    form.setValue('client_id', '')
    form.clearErrors('client')
    setEmail(null)
  }

  const newName = id === '' ? name.trim() : ''
  const offers: ClientSuggestion[] = [
    ...matches.map((client) => ({ id: client.id, label: client.name, note: client.email, client })),
    { id: 'new', label: copy.createClient(newName), icon: <UserPlus aria-hidden />, isAction: true },
  ]

  return (
    <>
      <Field
        label={copy.client}
        error={form.formState.errors.client?.message}
        hint={hintOf(id, name, email)}
        required
        className="sm:col-span-2"
      >
        <SuggestInput
          inputRef={ref}
          value={name}
          onValueChange={onType}
          items={offers}
          listLabel={copy.clientOptions}
          placeholder={copy.clientPlaceholder}
          onChoose={({ client }) => {
            if (client) choose(client)
            else setCreating(({ serial }) => ({ isOpen: true, name: newName, serial: serial + 1 }))
          }}
        />
      </Field>
      {creating.serial > 0
        ? newClientForm({
            serial: creating.serial,
            open: creating.isOpen,
            name: creating.name,
            onClose: () => setCreating((now) => ({ ...now, isOpen: false })),
            onSaved: choose,
          })
        : null}
    </>
  )
}

function hintOf(id: string, name: string, email: string | null): string | undefined {
  if (id !== '') return email === null ? copy.clientKnown : copy.clientChosen(email)
  return name.trim() === '' ? undefined : copy.clientFree
}
