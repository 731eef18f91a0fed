// The filter and the order of the sales history. All statuses and licenses on, and empty ranges, means no filter.
import { areAmountsReversed } from '@/shared/lib/money/amount-range'
import { isWrongWay } from '@/shared/lib/time/day-ranges'
import { LICENSES, type License, SALE_STATUSES, type SaleStatus } from './sale'

export const SALE_SORTS = ['newest', 'oldest', 'highest', 'lowest', 'title', 'title-desc'] as const
export type SaleSort = (typeof SALE_SORTS)[number]

export interface SaleFilter {
  search: string
  statuses: readonly SaleStatus[]
  licenses: readonly License[]
  /** First and last day, YYYY-MM-DD; empty for any. */
  from: string
  to: string
  min: string
  max: string
  /** Empty for any. */
  currency: string
  sort: SaleSort
}

/** What the Filter button sets, with nothing left out. */
export const NO_CHOICES = {
  statuses: SALE_STATUSES,
  licenses: LICENSES,
  from: '',
  to: '',
  min: '',
  max: '',
  currency: '',
}

export const NO_FILTER: SaleFilter = { search: '', ...NO_CHOICES, sort: 'newest' }

/** True if no sale can match, so that no request is sent: a whole set switched off, or a range reversed. */
export function matchesNothing(filter: SaleFilter): boolean {
  const { statuses, licenses } = filter
  return statuses.length === 0 || licenses.length === 0 || isWrongWay(filter) || areAmountsReversed(filter)
}

export function isFiltering(filter: SaleFilter): boolean {
  return filter.search !== '' || changedCount(filter) > 0
}

/** How many of the popover's controls differ from their default; days and amounts count as one each. */
export function changedCount({ statuses, licenses, from, to, min, max, currency }: SaleFilter): number {
  const off = SALE_STATUSES.length - statuses.length + (LICENSES.length - licenses.length)
  return off + [from + to, min + max, currency].filter((text) => text !== '').length
}

/** The filter as query parameters of the list. The server reads a missing parameter as "all". */
export function filterQuery(filter: SaleFilter): Record<string, string> {
  const { search, statuses, licenses, from, to, min, max, currency, sort } = filter
  return {
    ...(search === '' ? {} : { search }),
    ...(statuses.length === SALE_STATUSES.length ? {} : { status: statuses.join(',') }),
    ...(licenses.length === LICENSES.length ? {} : { license: licenses.join(',') }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(min === '' ? {} : { min }),
    ...(max === '' ? {} : { max }),
    ...(currency === '' ? {} : { currency }),
    ...orderQuery(sort),
  }
}

/** The server has words of its own for the orders of days and amounts. */
function orderQuery(sort: SaleSort): { sort?: string; order?: string } {
  if (sort === NO_FILTER.sort) return {}
  return sort === 'title-desc' ? { sort: 'title', order: 'desc' } : { sort }
}
