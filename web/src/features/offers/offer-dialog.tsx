// The dialog that writes or changes an offer. A new offer is saved as a draft; sending it is the next step.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { Client } from '@/entities/clients/client'
import { matchesQuery } from '@/entities/clients/queries'
import type { Kind } from '@/entities/licenses/kind'
import { kindsQuery } from '@/entities/licenses/kinds'
import { type OfferBody, useSaveOffer } from '@/entities/offers/mutations'
import type { WholeOffer } from '@/entities/offers/offer'
import { type Way, waysQuery } from '@/entities/offers/ways'
import { SALE_CURRENCIES } from '@/entities/sales/sale'
import { type Settings, settingsQuery } from '@/entities/settings/queries'
import { OFFER, TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { offerForm as copy } from '@/shared/copy/offers'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import type { EntryForm } from '@/shared/forms/use-entry-form'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Money } from '@/shared/ui/figures/money'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { textLinkClass } from '@/shared/ui/text-link'
import { LineFields } from './line-fields'
import {
  bodyOf,
  fieldOfServer,
  type LineInput,
  newLine,
  newOffer,
  type OfferInput,
  type OfferStart,
  offerSchema,
  totalOf,
  valuesOf,
} from './offer-schema'

type OfferDialogProps = {
  open: boolean
  onClose: () => void
  onSaved: (offer: WholeOffer) => void
  /** The offer to change; if left out, a new one is written. */
  offer?: WholeOffer
  /** The initial values of a new offer. */
  start?: OfferStart
}

export function OfferDialog(props: OfferDialogProps) {
  const { data: kinds } = useQuery(kindsQuery)
  const { data: ways } = useQuery(waysQuery)
  const { data: settings } = useQuery(settingsQuery)
  return kinds && ways && settings ? <Form {...props} kinds={kinds} ways={ways} settings={settings} /> : null
}

type FormProps = OfferDialogProps & { kinds: readonly Kind[]; ways: readonly Way[]; settings: Settings }

function Form({ open, onClose, onSaved, offer, start = {}, kinds, ways, settings }: FormProps) {
  const { mutateAsync: save } = useSaveOffer()
  const usable = ways.filter(({ enabled }) => enabled)
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: offerSchema,
    values: offer
      ? valuesOf(offer)
      : newOffer(
          start,
          settings.default_currency,
          usable.map(({ id }) => id),
        ),
    add: {
      bodyOf: (values: OfferInput) => bodyOf(values, offer),
      send: (body: OfferBody) => save({ id: offer?.id ?? null, body }),
      done: offer ? copy.saved : copy.added,
    },
    failed: copy.failed,
    fieldOf: (name) => fieldOfServer(name) as keyof OfferInput | null,
    onDone: onSaved,
  })
  const values = useWatch({ control: form.control }) as OfferInput
  const { lines, currency, who } = values
  const setLines = (next: LineInput[]) => form.setValue('lines', next)
  const changeLine = (index: number, change: Partial<LineInput>) => {
    const now = form.getValues('lines')
    setLines(now.map((line, at) => (at === index ? { ...line, ...change } : line)))
    form.clearErrors(`lines.${index}`)
  }
  const offered = kinds.filter((kind) => kind.enabled || lines.some(({ kind_id }) => kind_id === kind.id))
  const isSeen = offer !== undefined && offer.state !== 'draft'

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={offer ? copy.edit(offer.reference) : copy.add}
      labels={{ cancel: copy.cancel, submit: offer ? copy.save : copy.submit, pending: copy.saving }}
      gridClass="grid-cols-2"
    >
      {isSeen ? (
        <Banner tone="info" className="col-span-2">
          {copy.revisionNote}
        </Banner>
      ) : null}
      <div className="grid col-span-2 gap-1.5">
        <p className="font-medium">{copy.who}</p>
        <Segmented
          label={copy.whoLabel}
          value={who}
          onValueChange={(next) => form.setValue('who', next)}
          options={(['client', 'buyer'] as const).map((value) => ({ value, label: copy.whoOptions[value] }))}
        />
      </div>
      {who === 'client' ? (
        <ClientField form={form} />
      ) : (
        <>
          <Field label={copy.name} error={errors.name?.message} className="max-sm:col-span-2" required>
            <Input {...field('name')} maxLength={OFFER.nameMax} autoComplete="off" />
          </Field>
          <Field
            label={copy.email}
            error={errors.email?.message}
            hint={copy.emailHint}
            className="max-sm:col-span-2"
            required
          >
            <Input {...field('email')} type="email" autoComplete="off" />
          </Field>
        </>
      )}
      <div role="group" aria-label={copy.lines} className="grid col-span-2 gap-3 py-4 border-y border-line">
        {lines.map((line, index) => (
          <LineFields
            key={line.key}
            line={line}
            number={index + 1}
            currency={currency}
            kinds={offered}
            errors={errors.lines?.[index]}
            onChange={(change) => changeLine(index, change)}
            onRemove={
              lines.length === 1
                ? undefined
                : () => {
                    setLines(lines.filter((one) => one.key !== line.key))
                    form.clearErrors('lines')
                  }
            }
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {lines.length < OFFER.mostLines ? (
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => setLines([...form.getValues('lines'), newLine()])}
            >
              {copy.addLine}
            </Button>
          ) : (
            <span className="text-12 text-ink-3">{copy.mostLines(OFFER.mostLines)}</span>
          )}
          <p className="ml-auto font-semibold">
            {copy.total}{' '}
            <span className="inline-block ml-2 double-rule">
              <Money minor={totalOf(lines)} currency={currency} cents="plain" />
            </span>
          </p>
        </div>
      </div>
      <Field label={copy.currency} error={errors.currency?.message}>
        <Select
          value={currency}
          options={namedOptions(SALE_CURRENCIES, copy.currencies)}
          onValueChange={(next) => form.setValue('currency', next)}
        />
      </Field>
      <Field label={copy.expires} error={errors.expires_on?.message} required>
        <Input {...field('expires_on')} type="date" className="num" />
      </Field>
      <Field label={copy.words} error={errors.words?.message} hint={copy.wordsHint} className="col-span-2">
        <Textarea {...field('words')} rows={2} maxLength={OFFER.wordsMax} className="min-h-[60px]!" />
      </Field>
      <WaysField form={form} ways={usable} chosen={values.ways} error={errors.ways?.message} />
      <Checkbox
        label={copy.remind}
        checked={values.remind}
        onCheckedChange={(on) => form.setValue('remind', on)}
        className="col-span-2"
      />
    </EntryDialog>
  )
}

type WaysFieldProps = {
  form: EntryForm<OfferInput>
  ways: readonly Way[]
  chosen: readonly string[]
  error: string | undefined
}

function WaysField({ form, ways, chosen, error }: WaysFieldProps) {
  return (
    <fieldset className="grid col-span-2 gap-2">
      <legend className="mb-1.5 font-medium">{copy.ways}</legend>
      {ways.length === 0 ? (
        <p className="text-ink-2">
          {copy.noWays}{' '}
          <Link to={PATHS.licenseSettings} hash="ways-to-pay" target="_blank" className={textLinkClass}>
            {copy.addWays}
          </Link>
        </p>
      ) : (
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {ways.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={chosen.includes(id)}
              onCheckedChange={(on) => {
                const now = form.getValues('ways')
                form.setValue('ways', on ? [...now, id] : now.filter((one) => one !== id))
                form.clearErrors('ways')
              }}
            />
          ))}
        </div>
      )}
      {error ? <p className="text-12 text-neg">{error}</p> : null}
    </fieldset>
  )
}

type ClientOffer = Suggestion & { client: Client }

function ClientField({ form }: { form: EntryForm<OfferInput> }) {
  const [name, id] = form.watch(['client', 'client_id'])
  const wanted = useDebounced(id === '' ? name.trim() : '', TRANSACTION.searchDelayMs)
  const { data: matches = [] } = useQuery(matchesQuery(wanted))
  const { ref } = form.register('client')
  const items: ClientOffer[] = matches.map((client) => ({
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
        items={items}
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
