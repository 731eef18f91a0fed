// The filter of the transaction history. Everything on, the default, means no filter.
import { STATUSES, type TransactionStatus, type TransactionType, TYPES } from './transaction'

export interface HistoryFilter {
  search: string
  types: readonly TransactionType[]
  statuses: readonly TransactionStatus[]
}

export const NO_FILTER: HistoryFilter = { search: '', types: TYPES, statuses: STATUSES }

/** With every type or every status switched off nothing can match, so no request is sent. */
export function matchesNothing({ types, statuses }: HistoryFilter): boolean {
  return types.length === 0 || statuses.length === 0
}

export function isFiltering({ search, types, statuses }: HistoryFilter): boolean {
  return search !== '' || types.length < TYPES.length || statuses.length < STATUSES.length
}

/** The filter as query parameters of the list. The server reads a missing or empty parameter as "all". */
export function filterQuery({ search, types, statuses }: HistoryFilter) {
  return {
    ...(search === '' ? {} : { search }),
    ...(types.length === TYPES.length ? {} : { type: types.join(',') }),
    ...(statuses.length === STATUSES.length ? {} : { status: statuses.join(',') }),
  }
}
