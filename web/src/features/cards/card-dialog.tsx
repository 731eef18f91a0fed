// The dialog that adds or changes a card, with a preview of the card beside the form.
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CARD_TYPES, type Card } from '@/entities/cards/card'
import { useAddCard, useUpdateCard } from '@/entities/cards/mutations'
import { setNickname, useNicknames } from '@/entities/cards/nicknames'
import { cardsQuery } from '@/entities/cards/queries'
import { CARD } from '@/shared/config/limits'
import { cards, cardForm as copy } from '@/shared/copy/money/cards'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { CardPreview } from './card-preview'
import {
  bodyOf,
  type CardValues,
  changeOf,
  formFieldOf,
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
  hasChecksum,
  reformat,
} from './card-typing'

type CardDialogProps = {
  open: boolean
  onClose: () => void
  /** The entry to change; if left out, a new one is added. */
  card?: Card
}

const TYPE_OPTIONS = namedOptions(CARD_TYPES, cards.types)
const DIGIT = /\d/g
const ANY_CHARACTER = /./gu

export function CardDialog({ open, onClose, card }: CardDialogProps) {
  const names = useNicknames()
  const { data: cardsHeld } = useQuery(cardsQuery)
  const { mutateAsync: add } = useAddCard()
  const { mutateAsync: update } = useUpdateCard()
  // The nickname is stored only in this browser, so it is not part of the request body.
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: card ? knownCardSchema : newCardSchema,
    values: card ? valuesOf(card, names[card.id] ?? '') : NEW_CARD,
    add: {
      bodyOf: (values: CardValues) => ({ body: bodyOf(values), nickname: values.nickname }),
      send: async ({ body, nickname }) => {
        const { id } = await add(body)
        setNickname(id, nickname)
      },
      done: copy.added,
    },
    update: card && {
      before: card,
      changeOf: (before: Card, values: CardValues) => ({
        change: changeOf(before, values),
        nickname: values.nickname,
      }),
      send: async ({ change, nickname }) => {
        if (Object.keys(change).length > 0) await update({ id: card.id, change })
        setNickname(card.id, nickname)
      },
      done: copy.saved,
    },
    failed: card ? copy.saveFailed : cards.addFailed,
    fieldOf: formFieldOf,
    onDone: onClose,
  })
  const isIncomplete = Object.values(errors).some(({ message }) => message === cards.requiredFields)

  /**
   * Returns the error of a field. A missing field is only marked; the message about missing fields is shown once above
   * the form.
   */
  const fault = (name: keyof CardValues) => {
    const message = errors[name]?.message
    return message === cards.requiredFields ? { mark: true } : { text: message }
  }

  const formattedField = (
    name: keyof CardValues,
    format: Formatter,
    counts: RegExp,
  ): UseFormRegisterReturn => {
    const registered = field(name)
    return {
      ...registered,
      onChange: (event: { target: HTMLInputElement }) => {
        reformat(event.target, format, counts)
        return registered.onChange(event)
      },
    }
  }

  const number = formattedField('number', formatNumber, DIGIT)
  const typeNumber = (event: ChangeEvent<HTMLInputElement>) => {
    const before = brandOf(form.getValues('number'))
    const changed = number.onChange(event)
    const brand = brandOf(event.target.value)
    // The type follows the number only when its brand changes, so that a type chosen by hand stays.
    if (brand !== null && brand !== before) form.setValue('type', brand)
    return changed
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={isIncomplete ? cards.requiredFields : failure}
      size="lg"
      title={card ? copy.edit : copy.add}
      labels={{
        cancel: copy.cancel,
        submit: card ? copy.save : copy.add,
        pending: card ? copy.saving : copy.adding,
      }}
      gridClass="sm:grid-cols-[272px_minmax(0,1fr)] gap-x-6 items-start"
    >
      <CardPreview values={form.watch()} card={card} />
      <div className="grid grid-cols-2 gap-4">
        {card ? null : (
          <Field
            label={copy.number}
            error={fault('number').text}
            hint={doubtAbout(form.watch('number'), cardsHeld ?? [])}
            required
            className="col-span-2"
          >
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
            {...formattedField('holder', formatHolder, ANY_CHARACTER)}
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
            {...formattedField('expiry', formatExpiry, DIGIT)}
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
              {...formattedField('cvv', formatCvv, DIGIT)}
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
    </EntryDialog>
  )
}

/**
 * Returns a hint about a complete card number that looks mistyped, or ends like that of another card. The number is not
 * refused.
 */
function doubtAbout(typed: string, held: readonly Card[]): string | undefined {
  const digits = typed.replaceAll(' ', '')
  if (digits.length < CARD.numberDigits) return undefined
  if (!hasChecksum(digits)) return copy.numberDoubtful
  return held.some(({ lastFour }) => lastFour === digits.slice(-4))
    ? copy.numberKnown(digits.slice(-4))
    : undefined
}
