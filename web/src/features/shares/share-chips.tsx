// The active filters of the list of shares, as chips that remove them. For one client there is also a way to stop all
// of their links.
import { Ban } from 'lucide-react'
import { NO_FILTER, type ShareFilter } from '@/entities/shares/filter'
import { shares as copy } from '@/shared/copy/shares'
import { Button } from '@/shared/ui/button'
import { type FilterChip, FilterChips } from '@/shared/ui/lists/filter-chips'
import { useBeatName, useClientName } from './picker'

type ShareChipsProps = {
  filter: ShareFilter
  onChange: (filter: ShareFilter) => void
  onRemoved: () => void
  onStopClient: (client: { id: string; name: string }) => void
}

export function ShareChips({ filter, onChange, onRemoved, onStopClient }: ShareChipsProps) {
  const client = useClientName(filter.client)
  const beat = useBeatName(filter.beat)
  const chips: FilterChip[] = [
    ...(filter.state === ''
      ? []
      : [{ label: copy.states[filter.state], onRemove: () => onChange({ ...filter, state: '' }) }]),
    ...(filter.client === ''
      ? []
      : [{ label: client ?? copy.oneClient, onRemove: () => onChange({ ...filter, client: '' }) }]),
    ...(filter.beat === ''
      ? []
      : [{ label: beat ?? copy.oneBeat, onRemove: () => onChange({ ...filter, beat: '' }) }]),
  ]
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-(--pad) pb-3">
      <FilterChips
        chips={chips}
        onClearAll={() => onChange({ ...NO_FILTER, search: filter.search })}
        onRemoved={onRemoved}
      />
      {filter.client !== '' && client !== undefined ? (
        <Button
          size="sm"
          icon={<Ban aria-hidden />}
          onClick={() => onStopClient({ id: filter.client, name: client })}
        >
          {copy.stopClient(client)}
        </Button>
      ) : null}
    </div>
  )
}
