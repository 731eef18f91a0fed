// The dialog that issues a license: the form beside a preview of its contract. No license is issued while the contract
// lacks a value.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Client } from '@/entities/clients/client'
import { matchesQuery } from '@/entities/clients/queries'
import type { Kind, Missing } from '@/entities/licenses/kind'
import { kindsQuery } from '@/entities/licenses/kinds'
import type { WholeLicense } from '@/entities/licenses/license'
import { missingOf, useIssueLicense } from '@/entities/licenses/mutations'
import { LICENSE, TRANSACTION } from '@/shared/config/limits'
import { issueForm as copy } from '@/shared/copy/licenses/licenses'
import { useEntry } from '@/shared/forms/use-entry'
import type { EntryForm } from '@/shared/forms/use-entry-form'
import { formatAmount } from '@/shared/lib/money/money'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { BeatPicker } from './beat-picker'
import { ContractCheck } from './contract-check'
import { bodyOf, faultsOf, type IssueInput, issueSchema, newValues, priceText } from './issue-schema'
import { SaleChoice } from './sale-choice'

type IssueDialogProps = {
  open: boolean
  onClose: () => void
  onIssued: (license: WholeLicense) => void
}

export function IssueDialog(props: IssueDialogProps) {
  const { data: kinds } = useQuery(kindsQuery)
  return kinds ? <Form {...props} kinds={kinds.filter((kind) => kind.enabled)} /> : null
}

type FormProps = IssueDialogProps & { kinds: readonly Kind[] }

function Form({ open, onClose, onIssued, kinds }: FormProps) {
  const { mutateAsync: issue } = useIssueLicense()
  const [refused, setRefused] = useState<readonly Missing[]>([])
  const [isPriceTyped, setPriceTyped] = useState(false)
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: issueSchema,
    values: newValues(kinds[0]),
    add: {
      bodyOf,
      send: async (body, { keyFor }) => {
        try {
          return await issue({ body, key: keyFor(body) })
        } catch (error) {
          setRefused(missingOf(error))
          throw error
        }
      },
      done: copy.done,
    },
    failed: copy.failed,
    fieldOf: fieldOfServer,
    onDone: onIssued,
  })
  const values = useWatch({ control: form.control }) as IssueInput
  const kind = kinds.find(({ id }) => id === values.kind_id)
  // True if the form has enough values to preview a contract.
  const isEnough =
    values.document_id !== '' &&
    values.kind_id !== '' &&
    (values.who === 'client' ? values.client_id !== '' : values.name.trim() !== '')
  const body = isEnough && faultsOf(values).length === 0 ? bodyOf(values) : null

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="xl"
      title={copy.title}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.saving }}
      gridClass="md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] md:gap-6"
    >
      <div className="grid grid-cols-2 content-start gap-4">
        <BeatPicker
          title={values.beat}
          id={values.document_id}
          error={errors.beat?.message}
          onChange={({ title, id }) => {
            form.setValue('beat', title)
            form.setValue('document_id', id)
            form.clearErrors('beat')
          }}
          className="col-span-2"
        />
        <Field label={copy.kind} error={errors.kind_id?.message} className="col-span-2" required>
          <Select
            value={kind?.id ?? null}
            placeholder={copy.kindRequired}
            options={kinds.map(({ id, name, price, currency }) => ({
              value: id,
              label: `${name}, ${formatAmount(price, currency)}`,
            }))}
            onValueChange={(id) => {
              form.setValue('kind_id', id)
              form.clearErrors('kind_id')
              const chosen = kinds.find((one) => one.id === id)
              if (chosen && !isPriceTyped) form.setValue('price', priceText(chosen.price))
            }}
          />
        </Field>
        <div className="grid col-span-2 gap-1.5">
          <p className="font-medium">{copy.who}</p>
          <Segmented
            label={copy.whoLabel}
            value={values.who}
            onValueChange={(who) => form.setValue('who', who)}
            options={(['client', 'buyer'] as const).map((value) => ({
              value,
              label: copy.whoOptions[value],
            }))}
          />
        </div>
        {values.who === 'client' ? (
          <ClientField form={form} />
        ) : (
          <>
            <Field label={copy.name} error={errors.name?.message} required>
              <Input {...field('name')} autoComplete="off" />
            </Field>
            <Field label={copy.alias} error={errors.alias?.message}>
              <Input {...field('alias')} autoComplete="off" />
            </Field>
            <Field label={copy.email} error={errors.email?.message}>
              <Input {...field('email')} type="email" autoComplete="off" />
            </Field>
            <Field label={copy.country} error={errors.country?.message}>
              <Input {...field('country')} autoComplete="off" />
            </Field>
            <Field label={copy.address} error={errors.address?.message} className="col-span-2">
              <Textarea {...field('address')} rows={2} className="min-h-[60px]!" />
            </Field>
          </>
        )}
        <Field
          label={kind ? `${copy.price}, ${kind.currency}` : copy.price}
          error={errors.price?.message}
          required
        >
          <Input
            {...field('price')}
            onInput={() => setPriceTyped(true)}
            figures="amount"
            inputMode="decimal"
            autoComplete="off"
          />
        </Field>
        <Field label={copy.startsOn} error={errors.starts_on?.message} required>
          <Input {...field('starts_on')} type="date" className="num" />
        </Field>
        <Field
          label={copy.samples}
          error={errors.samples?.message}
          hint={copy.samplesHint}
          className="col-span-2"
        >
          <Textarea
            {...field('samples')}
            rows={1}
            maxLength={LICENSE.samplesMax}
            className="min-h-(--control)!"
          />
        </Field>
        <SaleChoice
          value={values.sale}
          onChange={(sale) => form.setValue('sale', sale)}
          className="grid col-span-2 gap-1.5"
        />
      </div>
      <ContractCheck body={body} refused={refused} />
    </EntryDialog>
  )
}

type ClientOffer = Suggestion & { client: Client }

function ClientField({ form }: { form: EntryForm<IssueInput> }) {
  const [name, id] = form.watch(['client', 'client_id'])
  const wanted = useDebounced(id === '' ? name.trim() : '', TRANSACTION.searchDelayMs)
  const { data: matches = [] } = useQuery(matchesQuery(wanted))
  const { ref } = form.register('client')
  const offers: ClientOffer[] = matches.map((client) => ({
    id: client.id,
    label: client.name,
    note: client.email,
    client,
  }))
  return (
    <Field label={copy.client} error={form.formState.errors.client?.message} className="col-span-2" required>
      <SuggestInput
        inputRef={ref}
        value={name}
        onValueChange={(typed) => {
          form.setValue('client', typed)
          form.setValue('client_id', '')
          form.clearErrors('client')
        }}
        items={offers}
        listLabel={copy.clientOptions}
        placeholder={copy.clientPlaceholder}
        onChoose={({ client }) => {
          form.setValue('client', client.name)
          form.setValue('client_id', client.id)
          form.clearErrors('client')
        }}
      />
    </Field>
  )
}

/**
 * Maps a field name of the server's error messages to the form's field: ids of beat and buyer to the fields in which
 * they are chosen.
 */
function fieldOfServer(name: string): keyof IssueInput | null {
  if (name === 'document_id') return 'beat'
  if (name === 'client_id') return 'client'
  const plain = name.replace(/^buyer\./, '')
  return plain in newValues(undefined) ? (plain as keyof IssueInput) : null
}
