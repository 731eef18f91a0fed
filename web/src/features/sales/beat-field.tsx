// The title field of a sale: a beat of the library, suggested while typing, or only a title. A chosen beat fills in its
// price if no amount was typed yet. A beat that was sold exclusively cannot be chosen; its sale is named instead.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Document, nameOf } from '@/entities/documents/document'
import { beatMatchesQuery } from '@/entities/documents/queries'
import { exclusiveSaleQuery } from '@/entities/sales/queries'
import { LIBRARY } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { saleForm as copy } from '@/shared/copy/sales'
import type { EntryForm } from '@/shared/forms/use-entry-form'
import { toMinor } from '@/shared/lib/money/money'
import { toTyped } from '@/shared/lib/money/read-amount'
import { dayText } from '@/shared/lib/time/calendar'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'
import { textLinkClass } from '@/shared/ui/text-link'
import type { SaleInput, SaleValues } from './sale-schema'

type BeatSuggestion = Suggestion & { beat: Document }

type BeatFieldProps = {
  form: EntryForm<SaleInput, SaleValues>
  /** The chosen beat that cannot be sold again, and the beat of the sale that is being changed. */
  taken: Document | null
  onTaken: (beat: Document | null) => void
  ownBeat?: string | null
}

export function BeatField({ form, taken, onTaken, ownBeat }: BeatFieldProps) {
  const [title, id] = form.watch(['title', 'beat_id'])
  // A title that belongs to a chosen beat is not searched for.
  const wanted = useDebounced(id === '' ? title.trim() : '', LIBRARY.searchDelayMs)
  const { data: matches = [] } = useQuery(beatMatchesQuery(wanted))
  const { ref } = form.register('title')

  const isTaken = ({ id: beatId, status }: Document) => status === 'Sold' && beatId !== ownBeat

  function choose(beat: Document) {
    form.setValue('title', nameOf(beat))
    onTaken(isTaken(beat) ? beat : null)
    form.setValue('beat_id', beat.id)
    form.clearErrors('title')
    if (!isTaken(beat) && beat.price !== null && form.getValues('amount') === '') {
      form.setValue('amount', toTyped(toMinor(beat.price)))
      form.clearErrors('amount')
    }
  }

  function onType(typed: string) {
    form.setValue('title', typed)
    form.setValue('beat_id', '')
    onTaken(null)
    form.clearErrors('title')
  }

  const offers: BeatSuggestion[] = matches.map((beat) => ({
    id: beat.id,
    label: nameOf(beat),
    note: beat.status === 'Sold' ? copy.beatSold : (beat.genre ?? undefined),
    isUnavailable: isTaken(beat),
    beat,
  }))

  return (
    <Field
      label={copy.title}
      error={taken ? <ExclusiveSaleNote beat={taken} /> : form.formState.errors.title?.message}
      hint={taken ? undefined : hintOf(id, title)}
      required
      className="sm:col-span-2"
    >
      <SuggestInput
        inputRef={ref}
        value={title}
        onValueChange={onType}
        items={offers}
        listLabel={copy.beatOptions}
        placeholder={copy.titlePlaceholder}
        onChoose={({ beat }) => choose(beat)}
      />
    </Field>
  )
}

/** Names the exclusive sale of the beat, with a link that opens a new tab, so that the typed values stay. */
function ExclusiveSaleNote({ beat }: { beat: Document }) {
  const { data: sale } = useQuery(exclusiveSaleQuery(beat.id))
  if (!sale) return copy.beatTaken(nameOf(beat))
  return (
    <>
      {`${copy.beatTakenBy(nameOf(beat), sale.client, dayText(sale.date))} `}
      <Link to={PATHS.sales} search={{ sale: sale.id }} target="_blank" className={textLinkClass}>
        {copy.viewSale(sale.reference)}
      </Link>
    </>
  )
}

function hintOf(id: string, title: string): string | undefined {
  if (id !== '') return copy.beatChosen
  return title.trim() === '' ? undefined : copy.beatFree
}
