// The filter and the sort order of the transaction history. The default, with everything on, matches every transaction.
import { areAmountsReversed } from '@/shared/lib/money/amount-range'
import { isReversedRange } from '@/shared/lib/time/day-ranges'
import { STATUSES, type TransactionStatus, type TransactionType, TYPES } from './transaction'

export const DIRECTIONS = ['any', 'in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]
export const SORTS = ['date', 'amount', 'title'] as const
export type Sort = (typeof SORTS)[number]
type Order = 'asc' | 'desc'

export interface HistoryFilter {
  search: string
  types: readonly TransactionType[]
  statuses: readonly TransactionStatus[]
  /** First and last day, YYYY-MM-DD; empty for any. */
  from: string
  to: string
  /** The direction of the amounts: amounts in the filter are above zero, while the API's are signed. */
  direction: Direction
  min: string
  max: string
  /** An account's id; empty for any. */
  account: string
  sort: Sort
  order: Order
}

/** The default of the filters behind the Filters button: everything is included. */
export const NO_CHOICES = {
  types: TYPES,
  statuses: STATUSES,
  from: '',
  to: '',
  direction: 'any',
  min: '',
  max: '',
  account: '',
} as const

/** The default sort order of the history: the newest first. */
export const USUAL_ORDER = { sort: 'date', order: 'desc' } as const

export const NO_FILTER: HistoryFilter = { search: '', ...NO_CHOICES, ...USUAL_ORDER }

/** The sort order of a column when it is first chosen: titles from A, days and amounts from the highest. */
export const initialOrder = (sort: Sort): Order => (sort === 'title' ? 'asc' : 'desc')

/**
 * True if no transaction can match, so that no request is sent: no type or status is chosen, or a range is reversed.
 */
export function matchesNothing(filter: HistoryFilter): boolean {
  return (
    filter.types.length === 0 ||
    filter.statuses.length === 0 ||
    isReversedRange(filter) ||
    areAmountsReversed(filter)
  )
}

export function isFiltering(filter: HistoryFilter): boolean {
  return filter.search !== '' || changedCount(filter) > 0
}

/**
 * The number of controls in the popover that differ from their default; a range of days or of amounts counts as one.
 */
export function changedCount(filter: HistoryFilter): number {
  const { types, statuses, from, to, direction, min, max, account } = filter
  const off = TYPES.length - types.length + (STATUSES.length - statuses.length)
  const ranges = [from + to !== '', direction !== 'any' || min + max !== '', account !== '']
  return off + ranges.filter(Boolean).length
}

/** The filter as query parameters of the list. The server reads a missing or empty parameter as "all". */
export function filterQuery(filter: HistoryFilter): Record<string, string> {
  const { search, types, statuses, from, to, account, sort, order } = filter
  const isSorted = sort !== NO_FILTER.sort || order !== NO_FILTER.order
  return {
    ...(search === '' ? {} : { search }),
    ...(types.length === TYPES.length ? {} : { type: types.join(',') }),
    ...(statuses.length === STATUSES.length ? {} : { status: statuses.join(',') }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...signedRange(filter),
    ...(account === '' ? {} : { account_id: account }),
    ...(isSorted ? { sort, order } : {}),
  }
}

/** Converts the range of amounts to signed ones: money out is negative, so its largest amount is the API's minimum. */
function signedRange({ direction, min, max }: HistoryFilter): { min?: string; max?: string } {
  if (direction === 'any') return {}
  if (direction === 'in') return { min: min || '0.01', ...(max === '' ? {} : { max }) }
  return { max: `-${min || '0.01'}`, ...(max === '' ? {} : { min: `-${max}` }) }
}
