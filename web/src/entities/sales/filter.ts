// What the sales history is asked for. All statuses and licences on is no filter, and so are empty dates.
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

/** With a whole set switched off, or the days the wrong way round, there is nothing to ask the server. */
export function matchesNothing({ statuses, licenses, from, to }: SaleFilter): boolean {
  return statuses.length === 0 || licenses.length === 0 || (from !== '' && to !== '' && from > to)
}

export function isFiltering(filter: SaleFilter): boolean {
  return filter.search !== '' || changedCount(filter) > 0
}

/** How much of the popover is not as it was at first. */
export function changedCount({ statuses, licenses, from, to }: SaleFilter): number {
  const off = SALE_STATUSES.length - statuses.length + (LICENSES.length - licenses.length)
  return off + (from === '' ? 0 : 1) + (to === '' ? 0 : 1)
}

/** The filter as the list's query; the server takes a missing list for all of them. */
export function filterQuery({ search, statuses, licenses, from, to }: SaleFilter) {
  return {
    ...(search === '' ? {} : { search }),
    ...(statuses.length === SALE_STATUSES.length ? {} : { status: statuses.join(',') }),
    ...(licenses.length === LICENSES.length ? {} : { license: licenses.join(',') }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
