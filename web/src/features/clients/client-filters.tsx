// The filter of the client list: checkboxes for the relationship, a select for the bank.

import { useQuery } from '@tanstack/react-query'
import { RELATIONSHIPS } from '@/entities/clients/client'
import { type ClientFilter, NO_CHOICES } from '@/entities/clients/filter'
import { banksQuery } from '@/entities/clients/queries'
import { clients as copy } from '@/shared/copy/clients'
import type { Change } from '@/shared/lib/apply-change'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { FilterPopover } from '@/shared/ui/overlays/filter-popover'

type ClientFiltersProps = { filter: ClientFilter; onChange: (change: Change<ClientFilter>) => void }

export function ClientFilters({ filter, onChange }: ClientFiltersProps) {
  const changed = RELATIONSHIPS.length - filter.relationships.length + (filter.bank === '' ? 0 : 1)
  return (
    <FilterPopover
      label={copy.filter}
      labelOn={copy.filterOn}
      resetLabel={copy.resetFilter}
      count={changed}
      className="w-[304px]"
      onReset={() => onChange(NO_CHOICES)}
    >
      <div className="grid gap-4">
        <TickSet
          wide
          legend={copy.byRelationship}
          all={RELATIONSHIPS}
          names={copy.relationships}
          chosen={filter.relationships}
          onChange={(next) => onChange((now) => ({ relationships: next(now.relationships) }))}
        />
        <BankChoice bank={filter.bank} onChange={(bank) => onChange({ bank })} />
      </div>
    </FilterPopover>
  )
}

/**
 * The select's value for clients of any bank. It is not empty, because Select shows an empty value as a muted
 * placeholder, and no bank has this name, because names are trimmed.
 */
const ALL_BANKS = ' '

/** The banks are fetched only when the filter is opened. */
function BankChoice({ bank, onChange }: { bank: string; onChange: (bank: string) => void }) {
  const { data: banks = [] } = useQuery(banksQuery)
  // A bank from the address stays among the options even if no client has it.
  const isKnown = bank === '' || banks.some((one) => one.toLowerCase() === bank.toLowerCase())
  const offered = isKnown ? banks : [bank, ...banks]
  const current = offered.find((one) => one.toLowerCase() === bank.toLowerCase()) ?? ALL_BANKS
  return (
    <Field label={copy.byBank}>
      <Select
        value={current}
        onValueChange={(chosen) => onChange(chosen === ALL_BANKS ? '' : chosen)}
        options={[
          { value: ALL_BANKS, label: copy.anyBank },
          ...offered.map((name) => ({ value: name, label: name })),
        ]}
      />
    </Field>
  )
}
