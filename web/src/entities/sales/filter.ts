// The filter and the order of the sales history. All statuses and licenses on, and empty ranges, means no filter.
import { areAmountsReversed } from '@/shared/lib/money/amount-range'
import { isReversedRange } from '@/shared/lib/time/day-ranges'
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
  /** A currency code; empty for any. */
  currency: string
  sort: SaleSort
}

/** The default of the filters behind the Filter button: everything is included. */
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

/** True if no sale can match, so that no request is sent: no status or license is chosen, or a range is reversed. */
export function matchesNothing(filter: SaleFilter): boolean {
  const { statuses, licenses } = filter
  return (
    statuses.length === 0 || licenses.length === 0 || isReversedRange(filter) || areAmountsReversed(filter)
  )
}

export function isFiltering(filter: SaleFilter): boolean {
  return filter.search !== '' || changedCount(filter) > 0
}

/**
 * The number of controls in the popover that differ from their default; a range of days or of amounts counts as one.
 */
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

/** Converts the sort order into query parameters: the server has its own words for sorting by day and by amount. */
function orderQuery(sort: SaleSort): { sort?: string; order?: string } {
  if (sort === NO_FILTER.sort) return {}
  return sort === 'title-desc' ? { sort: 'title', order: 'desc' } : { sort }
}
