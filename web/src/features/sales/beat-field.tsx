// The title field of a sale: a beat of the library, suggested while typing, or only a title. A chosen beat fills in
// its price if no amount was typed yet.
import { useQuery } from '@tanstack/react-query'
import { type Document, nameOf } from '@/entities/documents/document'
import { beatMatchesQuery } from '@/entities/documents/queries'
import { LIBRARY } from '@/shared/config/limits'
import { saleForm as copy } from '@/shared/copy/sales'
import type { EntryForm } from '@/shared/forms/use-entry-form'
import { toMinor } from '@/shared/lib/money'
import { toTyped } from '@/shared/lib/read-amount'
import { useLater } from '@/shared/lib/use-later'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'
import type { SaleInput, SaleValues } from './sale-schema'

type Offer = Suggestion & { beat: Document }

export function BeatField({ form }: { form: EntryForm<SaleInput, SaleValues> }) {
  const [title, id] = form.watch(['title', 'beat_id'])
  // A title that belongs to a chosen beat is not searched for.
  const wanted = useLater(id === '' ? title.trim() : '', LIBRARY.searchDelayMs)
  const { data: matches = [] } = useQuery(beatMatchesQuery(wanted))
  const { ref } = form.register('title')

  function choose(beat: Document) {
    form.setValue('title', nameOf(beat))
    form.setValue('beat_id', beat.id)
    form.clearErrors('title')
    if (beat.price !== null && form.getValues('amount') === '') {
      form.setValue('amount', toTyped(toMinor(beat.price)))
      form.clearErrors('amount')
    }
  }

  function type(typed: string) {
    form.setValue('title', typed)
    form.setValue('beat_id', '')
    form.clearErrors('title')
  }

  const offers: Offer[] = matches.map((beat) => ({
    id: beat.id,
    label: nameOf(beat),
    note: beat.status === 'Sold' ? copy.beatSold : (beat.genre ?? undefined),
    beat,
  }))

  return (
    <Field
      label={copy.title}
      error={form.formState.errors.title?.message}
      hint={hintOf(id, title)}
      required
      className="sm:col-span-2"
    >
      <SuggestInput
        inputRef={ref}
        value={title}
        onValueChange={type}
        items={offers}
        listLabel={copy.beatOptions}
        placeholder={copy.titlePlaceholder}
        onChoose={({ beat }) => choose(beat)}
      />
    </Field>
  )
}

function hintOf(id: string, title: string): string | undefined {
  if (id !== '') return copy.beatChosen
  return title.trim() === '' ? undefined : copy.beatFree
}
