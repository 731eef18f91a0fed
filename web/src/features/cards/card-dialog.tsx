// Adding a card, or changing one, with the card itself beside the form as it takes shape.
import { type ChangeEvent, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CARD_TYPES, type Card } from '@/entities/cards/card'
import { useAddCard, useUpdateCard } from '@/entities/cards/mutations'
import { setNickname, useNicknames } from '@/entities/cards/nicknames'
import { ApiError, answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { cards, cardForm as copy } from '@/shared/copy/cards'
import { useEntryForm } from '@/shared/forms/use-entry-form'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { CardPreview } from './card-preview'
import {
  bodyOf,
  type CardValues,
  changeOf,
  formFaults,
  knownCardSchema,
  NEW_CARD,
  newCardSchema,
  valuesOf,
} from './card-schema'
import {
  brandOf,
  type Formatter,
  formatCvv,
  formatExpiry,
  formatHolder,
  formatNumber,
  reformat,
} from './card-typing'

type CardDialogProps = {
  open: boolean
  onClose: () => void
  /** The one to change; a new one is added without it. */
  card?: Card
}

const TYPE_OPTIONS = CARD_TYPES.map((type) => ({ value: type, label: cards.types[type] }))
const DIGIT = /\d/g
const ANY = /./gu

export function CardDialog({ open, onClose, card }: CardDialogProps) {
  const names = useNicknames()
  const { form, field } = useEntryForm<CardValues>(
    card ? knownCardSchema : newCardSchema,
    card ? valuesOf(card, names[card.id] ?? '') : NEW_CARD,
  )
  const [failure, setFailure] = useState<string | null>(null)
  const add = useAddCard()
  const update = useUpdateCard()
  const isPending = add.isPending || update.isPending
  const { errors } = form.formState
  const isIncomplete = Object.values(errors).some(({ message }) => message === cards.requiredFields)

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      if (card) await save(card, values)
      else await put(values)
      onClose()
    } catch (error) {
      explain(error)
    }
  })

  async function put(values: CardValues) {
    const { id } = await add.mutateAsync(bodyOf(values))
    setNickname(id, values.nickname)
    toast.success(copy.added, TOASTS.success)
  }

  async function save(before: Card, values: CardValues) {
    const change = changeOf(before, values)
    if (Object.keys(change).length > 0) await update.mutateAsync({ id: before.id, change })
    setNickname(before.id, values.nickname)
    toast.success(copy.saved, TOASTS.success)
  }

  function explain(error: unknown) {
    const faults = error instanceof ApiError ? formFaults(error.fields) : []
    faults.forEach(([name, message], index) => {
      form.setError(name, { message }, { shouldFocus: index === 0 })
    })
    if (faults.length > 0) return
    setFailure(answeredText(error, card ? copy.saveFailed : cards.addFailed) ?? calls.offline)
  }

  /** That fields are missing is said once, above them; here they are only marked. */
  const fault = (name: keyof CardValues) => {
    const message = errors[name]?.message
    return message === cards.requiredFields ? { mark: true } : { text: message }
  }

  const formatted = (name: keyof CardValues, format: Formatter, counts: RegExp): UseFormRegisterReturn => {
    const registered = field(name)
    return {
      ...registered,
      onChange: (event: { target: HTMLInputElement }) => {
        reformat(event.target, format, counts)
        return registered.onChange(event)
      },
    }
  }

  const number = formatted('number', formatNumber, DIGIT)
  const typeNumber = (event: ChangeEvent<HTMLInputElement>) => {
    const before = brandOf(form.getValues('number'))
    const changed = number.onChange(event)
    const brand = brandOf(event.target.value)
    // Only when the first digit says something new: a type chosen by hand stays.
    if (brand !== null && brand !== before) form.setValue('type', brand)
    return changed
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isPending}
      size="lg"
      title={card ? copy.edit : copy.add}
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
            pendingLabel={card ? copy.saving : copy.adding}
          >
            {card ? copy.save : copy.add}
          </Button>
        </>
      }
    >
      <div className="grid sm:grid-cols-[272px_minmax(0,1fr)] gap-x-6 gap-y-4 items-start">
        {failure || isIncomplete ? (
          <Banner tone="error" className="sm:col-span-2">
            {isIncomplete ? cards.requiredFields : failure}
          </Banner>
        ) : null}
        <CardPreview values={form.watch()} card={card} />
        <div className="grid grid-cols-2 gap-4">
          {card ? null : (
            <Field label={copy.number} error={fault('number').text} required className="col-span-2">
              <Input
                {...number}
                onChange={typeNumber}
                aria-invalid={fault('number').mark}
                figures="code"
                inputMode="numeric"
                autoComplete="cc-number"
                placeholder={copy.numberPlaceholder}
              />
            </Field>
          )}
          <Field label={copy.type} error={fault('type').text} className="col-span-2">
            <Select {...field('type')} options={TYPE_OPTIONS} />
          </Field>
          <Field label={copy.holder} error={fault('holder').text} required className="col-span-2">
            <Input
              {...formatted('holder', formatHolder, ANY)}
              aria-invalid={fault('holder').mark}
              autoComplete="cc-name"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder={copy.holderPlaceholder}
            />
          </Field>
          <Field
            label={copy.expiry}
            error={fault('expiry').text}
            hint={card ? copy.expiryKept : undefined}
            required={!card}
            className={card ? 'col-span-2' : undefined}
          >
            <Input
              {...formatted('expiry', formatExpiry, DIGIT)}
              aria-invalid={fault('expiry').mark}
              figures="code"
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={copy.expiryPlaceholder}
            />
          </Field>
          {card ? null : (
            <Field label={copy.cvv} error={fault('cvv').text} hint={copy.cvvHint} required>
              <Input
                {...formatted('cvv', formatCvv, DIGIT)}
                aria-invalid={fault('cvv').mark}
                figures="code"
                inputMode="numeric"
                autoComplete="cc-csc"
                placeholder={copy.cvvPlaceholder}
              />
            </Field>
          )}
          <Field
            label={copy.nickname}
            error={fault('nickname').text}
            hint={copy.nicknameHint}
            aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
            className="col-span-2"
          >
            <Input {...field('nickname')} autoComplete="off" placeholder={copy.nicknamePlaceholder} />
          </Field>
        </div>
      </div>
    </Dialog>
  )
}
