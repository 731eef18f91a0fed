// The active filters and the order of the sales history, as chips that remove them.
import { NO_FILTER, type SaleFilter } from '@/entities/sales/filter'
import { LICENSES, SALE_STATUSES } from '@/entities/sales/sale'
import { filters } from '@/shared/copy/filters'
import { sales as copy } from '@/shared/copy/sales'
import { amountsText, daysText } from '@/shared/lib/range-texts'
import type { FilterChip } from '@/shared/ui/lists/filter-chips'

const { date, amount, title } = filters.orders
const SORT_TEXTS = {
  newest: filters.sortedBy(copy.columns[3], date.desc),
  oldest: filters.sortedBy(copy.columns[3], date.asc),
  highest: filters.sortedBy(copy.columns[2], amount.desc),
  lowest: filters.sortedBy(copy.columns[2], amount.asc),
  title: filters.sortedBy(copy.columns[1], title.asc),
  'title-desc': filters.sortedBy(copy.columns[1], title.desc),
}

export function salesChips(
  filter: SaleFilter,
  onChange: (change: Partial<SaleFilter>) => void,
): FilterChip[] {
  const { statuses, licenses, currency, sort } = filter
  const chip = (label: string | null, without: Partial<SaleFilter>): FilterChip[] =>
    label === null ? [] : [{ label, onRemove: () => onChange(without) }]
  return [
    ...chip(
      statuses.length === SALE_STATUSES.length
        ? null
        : filters.only(copy.byStatus, statuses.map((status) => copy.statuses[status]).join(', ')),
      { statuses: SALE_STATUSES },
    ),
    ...chip(
      licenses.length === LICENSES.length
        ? null
        : filters.only(copy.byLicense, licenses.map((license) => copy.licenses[license]).join(', ')),
      { licenses: LICENSES },
    ),
    ...chip(daysText(filter), { from: '', to: '' }),
    ...chip(amountsText(filter), { min: '', max: '' }),
    ...chip(currency || null, { currency: '' }),
    ...chip(sort === NO_FILTER.sort ? null : SORT_TEXTS[sort], { sort: NO_FILTER.sort }),
  ]
}
