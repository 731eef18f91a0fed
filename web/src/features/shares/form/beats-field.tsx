// The field of a share's beats in their order: each is a chip with a menu that moves it, and can be dragged to another
// place.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '@/entities/documents/document'
import { beatMatchesQuery } from '@/entities/documents/queries'
import { LIBRARY } from '@/shared/config/limits'
import { shareForm as copy } from '@/shared/copy/shares'
import { cx } from '@/shared/lib/cx'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Cover } from '@/shared/ui/cover'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput } from '@/shared/ui/inputs/suggest-input'
import { Menu, MenuItem } from '@/shared/ui/overlays/menu'
import { ChipBox, chipClass } from './chip-box'
import { moveItem } from './move-item'
import type { ChosenBeat } from './share-schema'

type BeatsFieldProps = {
  beats: readonly ChosenBeat[]
  error?: string
  hint?: string
  onChange: (beats: ChosenBeat[]) => void
}

export function BeatsField({ beats, error, hint, onChange }: BeatsFieldProps) {
  const [typed, setTyped] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const [announced, setAnnounced] = useState('')
  const { data: matches = [] } = useQuery(beatMatchesQuery(useDebounced(typed.trim(), LIBRARY.searchDelayMs)))
  const offers = matches.filter(
    ({ id, category }) => category === 'beat' && !beats.some((one) => one.id === id),
  )

  function move(from: number, to: number) {
    const beat = beats[from]
    if (beat === undefined || to < 0 || to >= beats.length || from === to) return
    onChange(moveItem(beats, from, to))
    setAnnounced(copy.movedTo(beat.title, to + 1))
  }

  return (
    <Field label={copy.beats} error={error} hint={hint} required>
      <ChipBox
        value={beats.map(({ id }) => id).join()}
        chips={
          <ol aria-label={copy.beats} className="contents">
            {beats.map((beat, index) => (
              <li
                key={beat.id}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  setDragged(index)
                }}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => {
                  if (dragged === null) return
                  event.preventDefault()
                  if (dragged === index) return
                  move(dragged, index)
                  setDragged(index)
                }}
                onDrop={(event) => event.preventDefault()}
                className={cx(chipClass, dragged === index && 'opacity-60')}
              >
                <Menu
                  align="start"
                  trigger={
                    <button
                      type="button"
                      aria-label={copy.beatMenu(beat.title, index + 1, beats.length)}
                      className="inline-flex items-center gap-2 min-w-0 h-full pl-1 pr-1 rounded-inner cursor-grab focus-visible:-outline-offset-2"
                    >
                      <Cover src={beat.thumbnail} name={beat.title} className="size-6" />
                      <span className="truncate">{beat.title}</span>
                    </button>
                  }
                >
                  <MenuItem
                    icon={<ArrowLeft aria-hidden />}
                    disabled={index === 0}
                    onSelect={() => move(index, index - 1)}
                  >
                    {copy.earlier}
                  </MenuItem>
                  <MenuItem
                    icon={<ArrowRight aria-hidden />}
                    disabled={index === beats.length - 1}
                    onSelect={() => move(index, index + 1)}
                  >
                    {copy.later}
                  </MenuItem>
                  <MenuItem
                    danger
                    icon={<X aria-hidden />}
                    onSelect={() => onChange(beats.filter(({ id }) => id !== beat.id))}
                  >
                    {copy.remove}
                  </MenuItem>
                </Menu>
                <ChipRemove
                  name={beat.title}
                  onRemove={() => onChange(beats.filter(({ id }) => id !== beat.id))}
                />
              </li>
            ))}
          </ol>
        }
      >
        <SuggestInput
          value={typed}
          onValueChange={setTyped}
          items={offers.map((beat) => ({
            id: beat.id,
            label: nameOf(beat),
            note: beat.genre ?? undefined,
            icon: <Cover src={beat.thumbnail} name={nameOf(beat)} className="size-6" />,
            beat,
          }))}
          listLabel={copy.beatOptions}
          placeholder={copy.addBeat}
          onChoose={({ beat }) => {
            onChange([...beats, { id: beat.id, title: nameOf(beat), thumbnail: beat.thumbnail }])
            setTyped('')
          }}
        />
      </ChipBox>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </Field>
  )
}

export function ChipRemove({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={copy.removeOf(name)}
      onClick={onRemove}
      className="inline-grid place-items-center flex-none w-7 h-full rounded-inner text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
    >
      <X aria-hidden className="size-4" />
    </button>
  )
}
