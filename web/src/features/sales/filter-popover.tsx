// The Filter button: ticks for status and license, then days, amounts and the currency.

import { ListFilter } from 'lucide-react'
import { changedCount, NO_CHOICES, type SaleFilter } from '@/entities/sales/filter'
import { LICENSES, SALE_CURRENCIES, SALE_STATUSES } from '@/entities/sales/sale'
import { filters } from '@/shared/copy/filters'
import { sales as copy, saleForm } from '@/shared/copy/sales'
import type { Change } from '@/shared/lib/changed'
import { Button } from '@/shared/ui/button'
import { Count } from '@/shared/ui/figures/count'
import { AmountRange } from '@/shared/ui/inputs/amount-range'
import { DateRange } from '@/shared/ui/inputs/date-range'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { Popover } from '@/shared/ui/overlays/popover'

type FilterPopoverProps = {
  filter: SaleFilter
  disabled?: boolean
  onChange: (change: Change<SaleFilter>) => void
}

const ANY_CURRENCY = 'any'

export function FilterPopover({ filter, disabled, onChange }: FilterPopoverProps) {
  const changed = changedCount(filter)
  const { from, to, min, max, currency } = filter
  return (
    <Popover
      title={copy.filter}
      titleHidden
      className="w-[340px]!"
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
      <div className="grid grid-cols-2 gap-4">
        <TickSet
          legend={copy.byStatus}
          all={SALE_STATUSES}
          names={copy.statuses}
          chosen={filter.statuses}
          onChange={(next) => onChange((now) => ({ statuses: next(now.statuses) }))}
        />
        <TickSet
          legend={copy.byLicense}
          all={LICENSES}
          names={copy.licenses}
          chosen={filter.licenses}
          onChange={(next) => onChange((now) => ({ licenses: next(now.licenses) }))}
        />
      </div>
      <div className="grid gap-4 mt-4">
        <DateRange days={{ from, to }} onChange={onChange} />
        <AmountRange amounts={{ min, max }} onChange={onChange} />
        <Field label={filters.currency}>
          <Select
            value={currency || ANY_CURRENCY}
            onValueChange={(chosen) => onChange({ currency: chosen === ANY_CURRENCY ? '' : chosen })}
            options={[
              { value: ANY_CURRENCY, label: filters.anyCurrency },
              ...SALE_CURRENCIES.map((value) => ({
                value: value as string,
                label: saleForm.currencies[value],
              })),
            ]}
          />
        </Field>
      </div>
      <div className="mt-4 pt-3 border-t border-line">
        <Button size="sm" block disabled={changed === 0} onClick={() => onChange(NO_CHOICES)}>
          {copy.resetFilter}
        </Button>
      </div>
    </Popover>
  )
}
