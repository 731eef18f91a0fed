// The fields of one line of an offer: the beat, the license, and the price, which defaults to the license's price for
// this beat.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { beatMatchesQuery } from '@/entities/documents/queries'
import type { Kind } from '@/entities/licenses/kind'
import { pricesQuery } from '@/entities/prices/prices'
import { LIBRARY } from '@/shared/config/limits'
import { offerForm as copy } from '@/shared/copy/offers'
import { formatAmount } from '@/shared/lib/money/money'
import { useDebounced } from '@/shared/lib/use-debounced'
import { IconButton } from '@/shared/ui/icon-button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'
import { defaultPrice, type LineInput } from './offer-schema'

type BeatOffer = Suggestion & { beat: Document }

type LineFieldsProps = {
  line: LineInput
  number: number
  currency: string
  kinds: readonly Kind[]
  errors: Partial<Record<'beat' | 'kind_id' | 'price', { message?: string }>> | undefined
  onChange: (change: Partial<LineInput>) => void
  /** Removes the line; left out if it is the only one. */
  onRemove?: () => void
}

export function LineFields({ line, number, currency, kinds, errors, onChange, onRemove }: LineFieldsProps) {
  const { beat, document_id, kind_id, price } = line
  const wanted = useDebounced(document_id === '' ? beat.trim() : '', LIBRARY.searchDelayMs)
  const { data: matches = [] } = useQuery(beatMatchesQuery(wanted))
  const { data: prices = [] } = useQuery({ ...pricesQuery(document_id), enabled: document_id !== '' })
  // Until a price is typed, the price follows the chosen beat and license.
  const isOwnPrice = useRef(price !== '')
  const usual = document_id === '' ? null : defaultPrice(prices, kind_id, currency)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (usual !== null && !isOwnPrice.current) latest.current({ price: usual })
  }, [usual])

  const beats: BeatOffer[] = matches.map((one) => ({
    id: one.id,
    label: nameOf(one),
    note: one.status === 'Sold' ? copy.beatSold : (one.genre ?? undefined),
    isUnavailable: one.status === 'Sold',
    beat: one,
  }))
  const labelOf = ({ id, name }: Kind) => {
    const found = prices.find((one) => one.kind_id === id)
    if (found === undefined) return name
    return found.price === null
      ? `${name}, ${copy.notOffered}`
      : `${name}, ${formatAmount(found.price, found.currency)}`
  }

  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_36px] sm:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,3fr)_36px] items-start gap-x-3 gap-y-2">
      <legend className="sr-only">{copy.line(number)}</legend>
      <Field
        label={copy.beat}
        error={errors?.beat?.message}
        className="max-sm:col-span-3"
        labelHidden={number > 1}
        required
      >
        <SuggestInput
          value={beat}
          onValueChange={(typed) => onChange({ beat: typed, document_id: '' })}
          items={beats}
          listLabel={copy.beatOptions}
          placeholder={copy.beatPlaceholder}
          onChoose={({ beat: chosen, isUnavailable }) => {
            if (!isUnavailable) onChange({ beat: nameOf(chosen), document_id: chosen.id })
          }}
        />
      </Field>
      <Field label={copy.kind} error={errors?.kind_id?.message} labelHidden={number > 1} required>
        <Select
          value={kind_id || null}
          placeholder={copy.kindRequired}
          options={kinds.map((kind) => ({ value: kind.id, label: labelOf(kind) }))}
          onValueChange={(id) => onChange({ kind_id: id })}
        />
      </Field>
      <Field
        label={`${copy.price}, ${currency}`}
        error={errors?.price?.message}
        labelHidden={number > 1}
        required
      >
        <Input
          value={price}
          onChange={({ target }) => {
            isOwnPrice.current = target.value !== ''
            onChange({ price: target.value })
          }}
          figures="amount"
          inputMode="decimal"
          autoComplete="off"
        />
      </Field>
      {onRemove ? (
        <IconButton
          label={copy.removeLine(number)}
          icon={<X aria-hidden className="size-[18px]" />}
          tooltip={false}
          onClick={onRemove}
          className={number === 1 ? 'mt-[26px]' : ''}
        />
      ) : (
        <span />
      )}
    </fieldset>
  )
}
