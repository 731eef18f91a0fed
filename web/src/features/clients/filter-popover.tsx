// The Filter button: ticks for the relationship, one choice for the bank.

import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { RELATIONSHIPS } from '@/entities/clients/client'
import { type ClientFilter, NO_CHOICES } from '@/entities/clients/filter'
import { banksQuery } from '@/entities/clients/queries'
import { clients as copy } from '@/shared/copy/clients'
import type { Change } from '@/shared/lib/changed'
import { Button } from '@/shared/ui/button'
import { Count } from '@/shared/ui/figures/count'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { Popover } from '@/shared/ui/overlays/popover'

type FilterPopoverProps = { filter: ClientFilter; onChange: (change: Change<ClientFilter>) => void }

export function FilterPopover({ filter, onChange }: FilterPopoverProps) {
  const changed = RELATIONSHIPS.length - filter.relationships.length + (filter.bank === '' ? 0 : 1)
  return (
    <Popover
      title={copy.filter}
      titleHidden
      className="w-[304px]"
      trigger={
        <Button
          icon={<ListFilter aria-hidden />}
          aria-label={changed === 0 ? copy.filter : copy.filterOn(changed)}
        >
          {copy.filter}
          {changed === 0 ? null : <Count value={changed} />}
        </Button>
      }
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
      <div className="mt-4 pt-3 border-t border-line">
        <Button size="sm" block disabled={changed === 0} onClick={() => onChange(NO_CHOICES)}>
          {copy.resetFilter}
        </Button>
      </div>
    </Popover>
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
  // A bank from the address stays in the list even if no client has it.
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
