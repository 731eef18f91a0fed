// What the history is asked for. Everything is on at first, and everything on is no filter at all.
import { STATUSES, type TransactionStatus, type TransactionType, TYPES } from './transaction'

export interface HistoryFilter {
  search: string
  types: readonly TransactionType[]
  statuses: readonly TransactionStatus[]
}

export const NO_FILTER: HistoryFilter = { search: '', types: TYPES, statuses: STATUSES }

/** With a whole set switched off nothing can match, and there is nothing to ask the server. */
export function matchesNothing({ types, statuses }: HistoryFilter): boolean {
  return types.length === 0 || statuses.length === 0
}

export function isFiltering({ search, types, statuses }: HistoryFilter): boolean {
  return search !== '' || types.length < TYPES.length || statuses.length < STATUSES.length
}

/** The filter as the list's query; the server takes an empty or missing list for all of them. */
export function filterQuery({ search, types, statuses }: HistoryFilter) {
  return {
    ...(search === '' ? {} : { search }),
    ...(types.length === TYPES.length ? {} : { type: types.join(',') }),
    ...(statuses.length === STATUSES.length ? {} : { status: statuses.join(',') }),
  }
}
