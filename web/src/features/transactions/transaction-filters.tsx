// The filter of the transaction history: checkboxes for type and status, then days, direction and amounts, and the
// account.

import { changedCount, DIRECTIONS, type HistoryFilter, NO_CHOICES } from '@/entities/transactions/filter'
import { STATUSES, TYPES } from '@/entities/transactions/transaction'
import type { Account } from '@/entities/wallet/queries'
import { filters } from '@/shared/copy/filters'
import { transactions as copy } from '@/shared/copy/money/transactions'
import type { Change } from '@/shared/lib/apply-change'
import { AmountRange } from '@/shared/ui/inputs/amount-range'
import { DateRange } from '@/shared/ui/inputs/date-range'
import { Field } from '@/shared/ui/inputs/field'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { FilterPopover } from '@/shared/ui/overlays/filter-popover'

type TransactionFiltersProps = {
  filter: HistoryFilter
  accounts: readonly Account[]
  disabled?: boolean
  onChange: (change: Change<HistoryFilter>) => void
}

const ANY_ACCOUNT = 'any'

export function TransactionFilters({ filter, accounts, disabled, onChange }: TransactionFiltersProps) {
  const changed = changedCount(filter)
  const { from, to, direction, min, max, account } = filter
  return (
    <FilterPopover
      label={copy.filters}
      labelOn={copy.filtersOn}
      resetLabel={copy.resetFilters}
      count={changed}
      disabled={disabled}
      className="w-[340px]!"
      onReset={() => onChange(NO_CHOICES)}
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-4">
          <TickSet
            legend={copy.byType}
            all={TYPES}
            names={copy.types}
            chosen={filter.types}
            onChange={(next) => onChange((now) => ({ types: next(now.types) }))}
          />
          <TickSet
            legend={copy.byStatus}
            all={STATUSES}
            names={copy.statuses}
            chosen={filter.statuses}
            onChange={(next) => onChange((now) => ({ statuses: next(now.statuses) }))}
          />
        </div>
        <DateRange days={{ from, to }} onChange={onChange} />
        <Segmented
          label={filters.direction}
          value={direction}
          options={DIRECTIONS.map((value) => ({ value, label: filters.directions[value] }))}
          onValueChange={(chosen) =>
            onChange({ direction: chosen, ...(chosen === 'any' ? { min: '', max: '' } : {}) })
          }
        />
        <AmountRange
          amounts={{ min, max }}
          onChange={(amounts) =>
            onChange({ ...amounts, ...(direction === 'any' ? { direction: 'in' } : {}) })
          }
        />
        <Field label={filters.account}>
          <Select
            value={account || ANY_ACCOUNT}
            onValueChange={(chosen) => onChange({ account: chosen === ANY_ACCOUNT ? '' : chosen })}
            options={[
              { value: ANY_ACCOUNT, label: filters.anyAccount },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      </div>
    </FilterPopover>
  )
}
