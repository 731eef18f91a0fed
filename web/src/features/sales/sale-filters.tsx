// The filter of the sales history: checkboxes for status and license, then days, amounts and the currency.

import { changedCount, NO_CHOICES, type SaleFilter } from '@/entities/sales/filter'
import { LICENSES, SALE_CURRENCIES, SALE_STATUSES } from '@/entities/sales/sale'
import { filters } from '@/shared/copy/filters'
import { sales as copy, saleForm } from '@/shared/copy/sales'
import type { Change } from '@/shared/lib/apply-change'
import { AmountRange } from '@/shared/ui/inputs/amount-range'
import { DateRange } from '@/shared/ui/inputs/date-range'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { FilterPopover } from '@/shared/ui/overlays/filter-popover'

type SaleFiltersProps = {
  filter: SaleFilter
  disabled?: boolean
  onChange: (change: Change<SaleFilter>) => void
}

const ANY_CURRENCY = 'any'

export function SaleFilters({ filter, disabled, onChange }: SaleFiltersProps) {
  const changed = changedCount(filter)
  const { from, to, min, max, currency } = filter
  return (
    <FilterPopover
      label={copy.filter}
      labelOn={copy.filterOn}
      resetLabel={copy.resetFilter}
      count={changed}
      disabled={disabled}
      className="w-[340px]!"
      onReset={() => onChange(NO_CHOICES)}
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
    </FilterPopover>
  )
}
