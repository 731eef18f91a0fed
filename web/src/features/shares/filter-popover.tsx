// The Filter button of the list of shares: the state of a link, its client, and a beat in it.
import { ListFilter } from 'lucide-react'
import { changedCount, NO_FILTER, type ShareFilter } from '@/entities/shares/filter'
import { STATES } from '@/entities/shares/share'
import { shares as copy } from '@/shared/copy/shares'
import { Button } from '@/shared/ui/button'
import { Count } from '@/shared/ui/figures/count'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { Popover } from '@/shared/ui/overlays/popover'
import { BeatFilter, ClientPicker } from './picker'

type FilterPopoverProps = {
  filter: ShareFilter
  disabled?: boolean
  onChange: (filter: ShareFilter) => void
}

const ANY = 'any'

export function FilterPopover({ filter, disabled, onChange }: FilterPopoverProps) {
  const changed = changedCount(filter)
  return (
    <Popover
      title={copy.filter}
      titleHidden
      className="w-[300px]"
      trigger={
        <Button
          icon={<ListFilter aria-hidden />}
          disabled={disabled}
          aria-label={changed === 0 ? copy.filter : copy.filterOn(changed)}
        >
          {copy.filter}
          {changed === 0 ? null : <Count value={changed} />}
        </Button>
      }
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
      <div className="mt-4 pt-3 border-t border-line">
        <Button
          size="sm"
          block
          disabled={changed === 0}
          onClick={() => onChange({ ...NO_FILTER, search: filter.search })}
        >
          {copy.resetFilter}
        </Button>
      </div>
    </Popover>
  )
}
