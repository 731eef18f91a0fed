// The active filters and the order of the history, as chips that remove them.
import { type HistoryFilter, USUAL_ORDER } from '@/entities/transactions/filter'
import { STATUSES, TYPES } from '@/entities/transactions/transaction'
import type { Account } from '@/entities/wallet/queries'
import { filters } from '@/shared/copy/filters'
import { transactions as copy } from '@/shared/copy/money/transactions'
import { amountsText, daysText } from '@/shared/lib/range-texts'
import type { FilterChip } from '@/shared/ui/lists/filter-chips'

export function historyChips(
  filter: HistoryFilter,
  accounts: readonly Account[],
  onChange: (change: Partial<HistoryFilter>) => void,
): FilterChip[] {
  const { types, statuses, direction, account, sort, order } = filter
  const chip = (label: string | null, without: Partial<HistoryFilter>): FilterChip[] =>
    label === null ? [] : [{ label, onRemove: () => onChange(without) }]
  const amounts = [direction === 'any' ? null : filters.directions[direction], amountsText(filter)]
  const isSorted = sort !== USUAL_ORDER.sort || order !== USUAL_ORDER.order
  const column = { date: copy.columns[2], amount: copy.columns[4], title: copy.columns[1] }[sort]
  return [
    ...chip(
      types.length === TYPES.length
        ? null
        : filters.only(copy.byType, types.map((type) => copy.types[type]).join(', ')),
      { types: TYPES },
    ),
    ...chip(
      statuses.length === STATUSES.length
        ? null
        : filters.only(copy.byStatus, statuses.map((status) => copy.statuses[status]).join(', ')),
      { statuses: STATUSES },
    ),
    ...chip(daysText(filter), { from: '', to: '' }),
    ...chip(amounts.filter(Boolean).join(', ') || null, { direction: 'any', min: '', max: '' }),
    ...chip(account === '' ? null : (accounts.find(({ id }) => id === account)?.name ?? filters.account), {
      account: '',
    }),
    ...chip(isSorted ? filters.sortedBy(column, filters.orders[sort][order]) : null, USUAL_ORDER),
  ]
}
