// The form of all terms of one license kind. The server's message about a field is shown at that field.
import { type ReactNode, type RefObject, useRef } from 'react'
import type { FieldPath } from 'react-hook-form'
import { type Kind, type KindBody, TIERS } from '@/entities/licenses/kind'
import { useAddKind, useUpdateKind } from '@/entities/licenses/kinds'
import { CAPS } from '@/entities/licenses/terms'
import { SALE_CURRENCIES } from '@/entities/sales/sale'
import { kindForm as copy } from '@/shared/copy/licenses/license-kinds'
import { terms } from '@/shared/copy/licenses/licenses'
import { saleForm, sales } from '@/shared/copy/sales'
import { namedOptions } from '@/shared/forms/named-options'
import type { UnsavedForm } from '@/shared/forms/unsaved'
import { useEntry } from '@/shared/forms/use-entry'
import type { EntryForm } from '@/shared/forms/use-entry-form'
import { useUnsavedForm } from '@/shared/forms/use-unsaved-form'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Switch } from '@/shared/ui/inputs/switch'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { CapField } from './cap-field'
import { bodyOf, changeOf, fieldOfServer, type KindInput, kindSchema, valuesOf } from './kind-schema'
import { RoleChips } from './role-chips'
import { Segments } from './segments'

type KindFormProps = {
  /** The kind to change; if left out, a new one is added from `initial`. */
  kind?: Kind
  initial: KindBody
  onClose: () => void
  onSaved: (kind: Kind) => void
  onDelete?: () => void
  /** Set while the form is mounted, so that its owner can ask before unsaved values are discarded. */
  handle: RefObject<UnsavedForm | null>
}

const TERMS = [
  { value: 'months', label: copy.months },
  { value: 'forever', label: terms.forever },
]

export function KindForm({ kind, initial, onClose, onSaved, onDelete, handle }: KindFormProps) {
  const { mutateAsync: add } = useAddKind()
  const { mutateAsync: update } = useUpdateKind()
  const element = useRef<HTMLFormElement>(null)
  const label = copy.label(initial.name || saleForm.license)
  useUnsavedForm(element, () => label, handle)
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: kindSchema,
    values: valuesOf(initial),
    add: {
      bodyOf: (values: KindInput) => bodyOf(values, initial.enabled),
      send: (body) => add(body),
      done: copy.added,
    },
    update: kind && {
      before: kind,
      changeOf,
      send: (change: Partial<KindBody>) => update({ id: kind.id, body: change as KindBody }),
      done: copy.saved,
    },
    failed: copy.failed,
    fieldOf: (name) => fieldOfServer(name) as FieldPath<KindInput> | null,
    onDone: onSaved,
  })
  const [term, tier, buysBack] = form.watch(['term', 'tier', 'buys_back'])
  const text = (name: FieldPath<KindInput>) => field(name)

  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="@container grid gap-5 pt-2 pb-6 px-(--pad) @min-[720px]:pl-[52px] bg-surface-2"
    >
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      <div className="grid @min-[480px]:grid-cols-2 @min-[660px]:grid-cols-[minmax(0,1.3fr)_repeat(4,minmax(0,1fr))] gap-4">
        <Field label={copy.name} error={errors.name?.message} required>
          <Input {...text('name')} maxLength={60} autoComplete="off" />
        </Field>
        <Field label={copy.tier} error={errors.tier?.message}>
          <Select {...text('tier')} options={namedOptions(TIERS, sales.licenses)} />
        </Field>
        <Field label={copy.price} error={errors.price?.message} required>
          <Input {...text('price')} figures="amount" inputMode="decimal" autoComplete="off" />
        </Field>
        <Field label={copy.currency} error={errors.currency?.message}>
          <Select
            {...text('currency')}
            options={SALE_CURRENCIES.map((value) => ({ value: value as string, label: value }))}
          />
        </Field>
        <Field label={copy.lowestOffer} error={errors.lowest_offer?.message}>
          <Input
            {...text('lowest_offer')}
            figures="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={copy.optional}
          />
        </Field>
      </div>
      <div className="grid @min-[940px]:grid-cols-2 gap-x-10 gap-y-5">
        <RoleChips field={text('delivers')} error={errors.delivers?.message} />
        <div>
          <p className="mb-2.5 font-semibold">{copy.term}</p>
          <div className="grid grid-cols-[minmax(0,1fr)_216px] @min-[520px]:grid-cols-[minmax(0,1fr)_112px_216px] gap-2 items-center">
            <span className="@max-[519px]:col-span-2">{copy.endsAfter}</span>
            {term === 'months' ? (
              <Input
                {...text('months')}
                figures="amount"
                inputMode="numeric"
                autoComplete="off"
                aria-label={copy.months}
                aria-invalid={errors.months ? true : undefined}
                aria-describedby={errors.months ? 'kind-months-error' : undefined}
              />
            ) : (
              <span
                aria-hidden
                className="num grid items-center justify-end h-(--control) px-3 border border-line rounded-control text-ink-3"
              >
                ∞
              </span>
            )}
            <Segments label={copy.term} options={TERMS} field={text('term')} />
          </div>
          <div aria-live="polite" className="contents">
            {errors.months ? (
              <p id="kind-months-error" className="mt-1.5 text-12 text-neg">
                {errors.months.message}
              </p>
            ) : null}
          </div>
        </div>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-2.5 font-semibold">{copy.caps}</legend>
        {tier === 'exclusive' ? (
          <p className="text-ink-2">{copy.capsExclusive}</p>
        ) : (
          // Two columns that are read downward: the second half of the fields stands beside the first.
          <div className="grid @min-[940px]:grid-cols-2 @min-[940px]:grid-rows-[repeat(5,auto)] @min-[940px]:grid-flow-col gap-x-10 gap-y-2 @max-[939px]:max-w-[600px]">
            {CAPS.map((name) => (
              <CapField key={name} form={form} name={name} />
            ))}
          </div>
        )}
        <div aria-live="polite" className="contents">
          {errors.caps?.message ? <p className="mt-1.5 text-12 text-neg">{errors.caps.message}</p> : null}
        </div>
      </fieldset>
      <div className="grid @min-[480px]:grid-cols-2 @min-[660px]:grid-cols-4 gap-4">
        <Field label={terms.publishing} error={errors.publishing_share?.message}>
          <Percent>
            <Input
              {...text('publishing_share')}
              figures="amount"
              inputMode="decimal"
              autoComplete="off"
              className="pr-9"
            />
          </Percent>
        </Field>
        <Field label={terms.writer} error={errors.writer_share?.message}>
          <Percent>
            <Input
              {...text('writer_share')}
              figures="amount"
              inputMode="decimal"
              autoComplete="off"
              className="pr-9"
            />
          </Percent>
        </Field>
        <Field
          label={copy.creditLine}
          error={errors.credit_line?.message}
          className="@min-[480px]:col-span-2"
        >
          <Input {...text('credit_line')} maxLength={120} autoComplete="off" />
        </Field>
        <Field
          label={copy.law}
          error={errors.governing_law?.message}
          hint={copy.lawHint}
          className="@min-[480px]:col-span-2"
        >
          <Input {...text('governing_law')} maxLength={120} autoComplete="off" />
        </Field>
        {buysBack ? (
          <>
            <Field label={copy.buyBackYears} error={errors.buy_back_years?.message}>
              <Input {...text('buy_back_years')} figures="amount" inputMode="numeric" autoComplete="off" />
            </Field>
            <Field label={copy.buyBackPercent} error={errors.buy_back_percent?.message}>
              <Percent>
                <Input
                  {...text('buy_back_percent')}
                  figures="amount"
                  inputMode="numeric"
                  autoComplete="off"
                  className="pr-9"
                />
              </Percent>
            </Field>
          </>
        ) : null}
        <Field
          label={copy.description}
          error={errors.description?.message}
          aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
          className="col-span-full"
        >
          <Textarea {...text('description')} rows={2} className="min-h-[60px]!" />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Flag form={form} name="credit_required" label={terms.creditRequired} />
        <Flag form={form} name="broadcast" label={terms.broadcast} />
        <Flag form={form} name="sync" label={terms.sync} />
        <Flag form={form} name="content_id" label={terms.contentId} />
        <Flag form={form} name="buys_back" label={terms.buyBack} />
      </div>
      <div className="flex flex-wrap items-center gap-2 mt-1">
        <p className="mr-auto text-12 text-ink-3">{copy.note}</p>
        {onDelete ? (
          <Button
            variant="danger"
            aria-label={copy.deleteLabel(initial.name)}
            disabled={isPending}
            onClick={onDelete}
          >
            {copy.delete}
          </Button>
        ) : null}
        <Button disabled={isPending} onClick={onClose}>
          {copy.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending} pendingLabel={copy.saving}>
          {copy.save}
        </Button>
      </div>
    </form>
  )
}

function Percent({ children }: { children: ReactNode }) {
  return (
    <div className="relative">
      {children}
      <span aria-hidden className="absolute right-3 top-2 text-ink-3 pointer-events-none">
        %
      </span>
    </div>
  )
}

type FlagName = 'credit_required' | 'broadcast' | 'sync' | 'content_id' | 'buys_back'

function Flag({ form, name, label }: { form: EntryForm<KindInput>; name: FlagName; label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside brings its own hidden input
    <label className="inline-flex items-center gap-2.5 min-h-7 cursor-pointer">
      <Switch
        checked={form.watch(name)}
        onCheckedChange={(on) => {
          form.setValue(name, on)
          form.clearErrors()
        }}
        aria-label={label}
      />
      {label}
    </label>
  )
}
