// The filter of the sales history. All statuses and licences on, and empty dates, means no filter.
import { LICENSES, type License, SALE_STATUSES, type SaleStatus } from './sale'

export interface SaleFilter {
  search: string
  statuses: readonly SaleStatus[]
  licenses: readonly License[]
  /** First and last day, YYYY-MM-DD; empty for any. */
  from: string
  to: string
}

export const NO_FILTER: SaleFilter = {
  search: '',
  statuses: SALE_STATUSES,
  licenses: LICENSES,
  from: '',
  to: '',
}

/**
 * With every status or licence switched off, or the last day before the first, nothing can match and no request is
 * sent.
 */
export function matchesNothing({ statuses, licenses, from, to }: SaleFilter): boolean {
  return statuses.length === 0 || licenses.length === 0 || (from !== '' && to !== '' && from > to)
}

export function isFiltering(filter: SaleFilter): boolean {
  return filter.search !== '' || changedCount(filter) > 0
}

/** How many of the popover's controls differ from their default. */
export function changedCount({ statuses, licenses, from, to }: SaleFilter): number {
  const off = SALE_STATUSES.length - statuses.length + (LICENSES.length - licenses.length)
  return off + (from === '' ? 0 : 1) + (to === '' ? 0 : 1)
}

/** The filter as query parameters of the list. The server reads a missing parameter as "all". */
export function filterQuery({ search, statuses, licenses, from, to }: SaleFilter) {
  return {
    ...(search === '' ? {} : { search }),
    ...(statuses.length === SALE_STATUSES.length ? {} : { status: statuses.join(',') }),
    ...(licenses.length === LICENSES.length ? {} : { license: licenses.join(',') }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
