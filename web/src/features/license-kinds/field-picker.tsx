// The list of fields that a contract may use, with a search; choosing a field inserts it into the text.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { contractFieldsQuery } from '@/entities/licenses/kinds'
import { contractText as copy } from '@/shared/copy/licenses/license-kinds'
import { Button } from '@/shared/ui/button'
import { Input } from '@/shared/ui/inputs/input'
import { Popover } from '@/shared/ui/overlays/popover'

type FieldPickerProps = { onChoose: (name: string) => void }

export function FieldPicker({ onChoose }: FieldPickerProps) {
  return (
    <Popover
      title={copy.insert}
      titleHidden
      align="start"
      className="w-[360px] p-2!"
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />}>
          {copy.insert}
        </Button>
      }
    >
      <Choices onChoose={onChoose} />
    </Popover>
  )
}

function Choices({ onChoose }: FieldPickerProps) {
  const { data: fields = [] } = useQuery(contractFieldsQuery)
  const [wanted, setWanted] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const found = fields.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    all[event.key === 'ArrowDown' ? Math.min(all.length - 1, at + 1) : Math.max(0, at - 1)]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only move the focus between the buttons
    <div onKeyDown={onKeyDown}>
      <Input
        aria-label={copy.findField}
        placeholder={copy.findField}
        autoComplete="off"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) {
            event.preventDefault()
            onChoose(found[0].name)
          }
        }}
      />
      <ul ref={list} className="max-h-[300px] mt-1 overflow-y-auto">
        {found.map(({ name, description }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChoose(name)}
              className="grid w-full px-2.5 py-1.5 rounded-inner text-left hover:bg-surface-3 focus-visible:-outline-offset-2"
            >
              <span className="font-medium">{name}</span>
              <span className="text-12 text-ink-3">{description}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="px-2.5 py-2 text-ink-2">{copy.noField}</p> : null}
    </div>
  )
}
