// The Filters dropdown: one set of ticks for the type, one for the status, all on at first.
import { ListFilter } from 'lucide-react'
import { type HistoryFilter, NO_FILTER } from '@/entities/transactions/filter'
import { STATUSES, TYPES } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/transactions'
import { Button } from '@/shared/ui/button'
import { Checkbox } from '@/shared/ui/checkbox'
import { Count } from '@/shared/ui/count'
import { Popover } from '@/shared/ui/popover'

type FiltersPopoverProps = { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void }

export function FiltersPopover({ filter, onChange }: FiltersPopoverProps) {
  const off = TYPES.length - filter.types.length + (STATUSES.length - filter.statuses.length)
  return (
    <Popover
      title={copy.filters}
      titleHidden
      className="w-[304px]"
      trigger={
        <Button icon={<ListFilter aria-hidden />} aria-label={off === 0 ? copy.filters : copy.filtersOn(off)}>
          {copy.filters}
          {off === 0 ? null : <Count value={off} />}
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <TickSet
          legend={copy.byType}
          all={TYPES}
          names={copy.types}
          chosen={filter.types}
          onChange={(types) => onChange({ ...filter, types })}
        />
        <TickSet
          legend={copy.byStatus}
          all={STATUSES}
          names={copy.statuses}
          chosen={filter.statuses}
          onChange={(statuses) => onChange({ ...filter, statuses })}
        />
      </div>
      <div className="mt-3 pt-3 border-t border-line">
        <Button
          size="sm"
          block
          disabled={off === 0}
          onClick={() => onChange({ ...NO_FILTER, search: filter.search })}
        >
          {copy.resetFilters}
        </Button>
      </div>
    </Popover>
  )
}

type TickSetProps<Word extends string> = {
  legend: string
  all: readonly Word[]
  names: Record<Word, string>
  chosen: readonly Word[]
  onChange: (chosen: readonly Word[]) => void
}

function TickSet<Word extends string>({ legend, all, names, chosen, onChange }: TickSetProps<Word>) {
  return (
    <fieldset className="grid content-start gap-1">
      <legend className="mb-1.5 text-12 font-medium text-ink-3">{legend}</legend>
      {all.map((word) => (
        <Checkbox
          key={word}
          label={names[word]}
          checked={chosen.includes(word)}
          onCheckedChange={(on) => onChange(all.filter((one) => (one === word ? on : chosen.includes(one))))}
        />
      ))}
    </fieldset>
  )
}
