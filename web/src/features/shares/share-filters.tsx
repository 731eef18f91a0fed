// The Filter button of the list of shares: the state of a link, its client, and a beat in it.
import { changedCount, NO_FILTER, type ShareFilter } from '@/entities/shares/filter'
import { STATES } from '@/entities/shares/share'
import { shares as copy } from '@/shared/copy/shares'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { FilterPopover } from '@/shared/ui/overlays/filter-popover'
import { BeatFilter, ClientPicker } from './picker'

type ShareFiltersProps = {
  filter: ShareFilter
  disabled?: boolean
  onChange: (filter: ShareFilter) => void
}

const ANY = 'any'

export function ShareFilters({ filter, disabled, onChange }: ShareFiltersProps) {
  const changed = changedCount(filter)
  return (
    <FilterPopover
      label={copy.filter}
      labelOn={copy.filterOn}
      resetLabel={copy.resetFilter}
      count={changed}
      disabled={disabled}
      className="w-[300px]"
      onReset={() => onChange({ ...NO_FILTER, search: filter.search })}
    >
      <div className="grid gap-4">
        <Field label={copy.byState}>
          <Select
            value={filter.state || ANY}
            onValueChange={(chosen) => onChange({ ...filter, state: chosen === ANY ? '' : chosen })}
            options={[
              { value: ANY, label: copy.anyState },
              ...STATES.map((value) => ({ value, label: copy.states[value] })),
            ]}
          />
        </Field>
        <ClientPicker id={filter.client} onChange={(client) => onChange({ ...filter, client })} />
        <BeatFilter id={filter.beat} onChange={(beat) => onChange({ ...filter, beat })} />
      </div>
    </FilterPopover>
  )
}
