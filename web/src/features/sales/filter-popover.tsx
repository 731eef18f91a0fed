// The Filter button: ticks for status and licence, a first and a last day.
import { ListFilter } from 'lucide-react'
import { changedCount, NO_FILTER, type SaleFilter } from '@/entities/sales/filter'
import { LICENSES, SALE_STATUSES } from '@/entities/sales/sale'
import { sales as copy } from '@/shared/copy/sales'
import { Button } from '@/shared/ui/button'
import { Count } from '@/shared/ui/figures/count'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { TickSet } from '@/shared/ui/inputs/tick-set'
import { Popover } from '@/shared/ui/overlays/popover'

type FilterPopoverProps = { filter: SaleFilter; onChange: (filter: SaleFilter) => void }

export function FilterPopover({ filter, onChange }: FilterPopoverProps) {
  const changed = changedCount(filter)
  const isWrongWay = filter.from !== '' && filter.to !== '' && filter.from > filter.to
  return (
    <Popover
      title={copy.filter}
      titleHidden
      className="w-[336px]"
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
      <div className="grid grid-cols-2 gap-4">
        <TickSet
          legend={copy.byStatus}
          all={SALE_STATUSES}
          names={copy.statuses}
          chosen={filter.statuses}
          onChange={(statuses) => onChange({ ...filter, statuses })}
        />
        <TickSet
          legend={copy.byLicense}
          all={LICENSES}
          names={copy.licenses}
          chosen={filter.licenses}
          onChange={(licenses) => onChange({ ...filter, licenses })}
        />
        <Field label={copy.from}>
          <Input
            type="date"
            className="num"
            value={filter.from}
            onChange={({ target }) => onChange({ ...filter, from: target.value })}
          />
        </Field>
        <Field label={copy.to} error={isWrongWay ? copy.wrongWay : undefined}>
          <Input
            type="date"
            className="num"
            value={filter.to}
            onChange={({ target }) => onChange({ ...filter, to: target.value })}
          />
        </Field>
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
