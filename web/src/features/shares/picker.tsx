// The fields of a filter that choose one client or one beat while its name is typed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientQuery, matchesQuery } from '@/entities/clients/queries'
import { nameOf } from '@/entities/documents/document'
import { beatMatchesQuery, documentQuery } from '@/entities/documents/queries'
import { LIBRARY } from '@/shared/config/limits'
import { shares as copy } from '@/shared/copy/shares'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput } from '@/shared/ui/inputs/suggest-input'

/** The id of the chosen client or beat; empty for any. */
type PickerProps = { id: string; onChange: (id: string) => void }

/** Returns the name of the client with this id. */
export function useClientName(id: string): string | undefined {
  return useQuery({ ...clientQuery(id), enabled: id !== '' }).data?.name
}

export function useBeatName(id: string): string | undefined {
  const { data } = useQuery({ ...documentQuery(id), enabled: id !== '' })
  return data && nameOf(data.document)
}

export function ClientPicker({ id, onChange }: PickerProps) {
  const name = useClientName(id)
  const [typed, setTyped] = useState('')
  const { data: matches = [] } = useQuery(matchesQuery(useDebounced(typed.trim(), LIBRARY.searchDelayMs)))
  return (
    <Field label={copy.byClient}>
      <SuggestInput
        value={id === '' ? typed : (name ?? '')}
        onValueChange={(text) => {
          setTyped(text)
          if (id !== '') onChange('')
        }}
        items={matches.map((client) => ({ id: client.id, label: client.name }))}
        listLabel={copy.clientOptions}
        placeholder={copy.clientPlaceholder}
        onChoose={(chosen) => onChange(chosen.id)}
      />
    </Field>
  )
}

export function BeatFilter({ id, onChange }: PickerProps) {
  const name = useBeatName(id)
  const [typed, setTyped] = useState('')
  const { data: matches = [] } = useQuery(beatMatchesQuery(useDebounced(typed.trim(), LIBRARY.searchDelayMs)))
  return (
    <Field label={copy.byBeat}>
      <SuggestInput
        value={id === '' ? typed : (name ?? '')}
        onValueChange={(text) => {
          setTyped(text)
          if (id !== '') onChange('')
        }}
        items={matches
          .filter(({ category }) => category === 'beat')
          .map((beat) => ({ id: beat.id, label: nameOf(beat), note: beat.genre ?? undefined }))}
        listLabel={copy.beatOptions}
        placeholder={copy.beatPlaceholder}
        onChoose={(chosen) => onChange(chosen.id)}
      />
    </Field>
  )
}
