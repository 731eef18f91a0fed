// The Filters dropdown: one set of ticks for the type, one for the status, all on at first.
import { ListFilter } from 'lucide-react'
import { type HistoryFilter, NO_FILTER } from '@/entities/transactions/filter'
import { STATUSES, TYPES } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/transactions'
import { Button } from '@/shared/ui/button'
import { Count } from '@/shared/ui/figures/count'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { Popover } from '@/shared/ui/overlays/popover'

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
