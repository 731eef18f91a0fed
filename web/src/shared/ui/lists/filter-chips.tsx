// The active filters of a list, one chip each. Pressing a chip removes its filter.
import { X } from 'lucide-react'
import { filters as copy } from '@/shared/copy/filters'
import { textLinkClass } from '../text-link'

export interface FilterChip {
  label: string
  onRemove: () => void
}

type FilterChipsProps = {
  chips: readonly FilterChip[]
  onClearAll: () => void
  /** Called after a filter was removed together with its chip, to move the focus elsewhere. */
  onRemoved: () => void
}

export function FilterChips({ chips, onClearAll, onRemoved }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="sr-only">{copy.chips}</legend>
      {chips.map(({ label, onRemove }) => (
        <button
          key={label}
          type="button"
          aria-label={copy.remove(label)}
          onClick={() => {
            onRemove()
            onRemoved()
          }}
          className="inline-flex items-center gap-1.5 min-w-0 max-w-full min-h-7 pl-3 pr-2 py-0.5 rounded-pill border border-line-strong bg-surface-solid text-12 font-medium text-ink-2 hover:bg-surface-2 hover:text-ink"
        >
          <span className="min-w-0 truncate">{label}</span>
          <X aria-hidden className="size-3.5 stroke-2" />
        </button>
      ))}
      {chips.length > 1 ? (
        <button
          type="button"
          onClick={() => {
            onClearAll()
            onRemoved()
          }}
          className={`ml-1.5 min-h-7 text-12 ${textLinkClass}`}
        >
          {copy.clearAll}
        </button>
      ) : null}
    </fieldset>
  )
}
