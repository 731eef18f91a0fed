// The Filter button of the license list: the kind of license, and when it expires.
import { useQuery } from '@tanstack/react-query'
import { changedCount, type LicenseFilter, NO_FILTER } from '@/entities/licenses/filter'
import { kindsQuery } from '@/entities/licenses/kinds'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { dayText, today } from '@/shared/lib/time/calendar'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { FilterPopover } from '@/shared/ui/overlays/filter-popover'

type LicenseFiltersProps = {
  filter: LicenseFilter
  disabled?: boolean
  onChange: (filter: LicenseFilter) => void
}

const ANY = 'any'
const WITHIN = [30, 60, 365] as const

export function LicenseFilters({ filter, disabled, onChange }: LicenseFiltersProps) {
  const { data: kinds = [] } = useQuery(kindsQuery)
  const changed = changedCount(filter)
  const { search, shown, kind, expiresBefore, nearCap } = filter
  const days = WITHIN.map((count) => ({ value: dayAfter(count), label: copy.within[count] }))
  return (
    <FilterPopover
      label={copy.filter}
      labelOn={copy.filterOn}
      resetLabel={copy.resetFilter}
      count={changed}
      disabled={disabled}
      className="w-[300px]"
      onReset={() => onChange({ ...NO_FILTER, search, shown })}
    >
      <div className="grid gap-4">
        <Field label={copy.byKind}>
          <Select
            value={kind || ANY}
            onValueChange={(chosen) => onChange({ ...filter, kind: chosen === ANY ? '' : chosen })}
            options={[
              { value: ANY, label: copy.anyKind },
              ...kinds.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field label={copy.byExpiry}>
          <Select
            value={expiresBefore || ANY}
            onValueChange={(chosen) => onChange({ ...filter, expiresBefore: chosen === ANY ? '' : chosen })}
            options={[
              { value: ANY, label: copy.anyExpiry },
              ...days,
              // Adds the day from the address if it is none of these.
              ...(expiresBefore === '' || days.some(({ value }) => value === expiresBefore)
                ? []
                : [{ value: expiresBefore, label: copy.before(dayText(expiresBefore)) }]),
            ]}
          />
        </Field>
        <Checkbox
          label={copy.nearCap}
          checked={nearCap}
          onCheckedChange={(on) => onChange({ ...filter, nearCap: on })}
        />
      </div>
    </FilterPopover>
  )
}

function dayAfter(count: number, now = new Date()): string {
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + count))
}
