// The Filter button of the license list: the kind of license, and when it expires.
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { changedCount, type LicenseFilter, NO_FILTER } from '@/entities/licenses/filter'
import { kindsQuery } from '@/entities/licenses/kinds'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { dayText, today } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { Count } from '@/shared/ui/figures/count'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { Popover } from '@/shared/ui/overlays/popover'

type FilterPopoverProps = {
  filter: LicenseFilter
  disabled?: boolean
  onChange: (filter: LicenseFilter) => void
}

const ANY = 'any'
const WITHIN = [30, 60, 365] as const

export function FilterPopover({ filter, disabled, onChange }: FilterPopoverProps) {
  const { data: kinds = [] } = useQuery(kindsQuery)
  const changed = changedCount(filter)
  const { search, shown, kind, expiresBefore, nearCap } = filter
  const days = WITHIN.map((count) => ({ value: dayAfter(count), label: copy.within[count] }))
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
              // A day from the address that is none of these.
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
      <div className="mt-4 pt-3 border-t border-line">
        <Button
          size="sm"
          block
          disabled={changed === 0}
          onClick={() => onChange({ ...NO_FILTER, search, shown })}
        >
          {copy.resetFilter}
        </Button>
      </div>
    </Popover>
  )
}

function dayAfter(count: number, now = new Date()): string {
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + count))
}
