// The field that chooses a beat of the library while its name is typed. A beat that was sold exclusively is listed, but
// cannot be chosen.
import { useQuery } from '@tanstack/react-query'
import { type Document, nameOf } from '@/entities/documents/document'
import { beatMatchesQuery } from '@/entities/documents/queries'
import { LIBRARY } from '@/shared/config/limits'
import { issueForm as copy } from '@/shared/copy/licenses/licenses'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'

type BeatSuggestion = Suggestion & { beat: Document }

type BeatPickerProps = {
  /** The text of the field, and the id of the chosen beat, which is empty until one is chosen. */
  title: string
  id: string
  error?: string
  onChange: (chosen: { title: string; id: string }) => void
  className?: string
}

export function BeatPicker({ title, id, error, onChange, className }: BeatPickerProps) {
  const wanted = useDebounced(id === '' ? title.trim() : '', LIBRARY.searchDelayMs)
  const { data: matches = [] } = useQuery(beatMatchesQuery(wanted))
  const offers: BeatSuggestion[] = matches.map((beat) => ({
    id: beat.id,
    label: nameOf(beat),
    note: beat.status === 'Sold' ? copy.beatSold : (beat.genre ?? undefined),
    isUnavailable: beat.status === 'Sold',
    beat,
  }))
  return (
    <Field label={copy.beat} error={error} className={className} required>
      <SuggestInput
        value={title}
        onValueChange={(typed) => onChange({ title: typed, id: '' })}
        items={offers}
        listLabel={copy.beatOptions}
        placeholder={copy.beatPlaceholder}
        onChoose={({ beat, isUnavailable }) => {
          if (!isUnavailable) onChange({ title: nameOf(beat), id: beat.id })
        }}
      />
    </Field>
  )
}
