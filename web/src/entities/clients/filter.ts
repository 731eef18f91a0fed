// What the list of clients is asked for. All relationships on is no filter, and so is no bank.
import { RELATIONSHIPS, type Relationship } from './client'

export interface ClientFilter {
  search: string
  relationships: readonly Relationship[]
  /** A bank's whole name; empty for any. */
  bank: string
}

export const NO_FILTER: ClientFilter = { search: '', relationships: RELATIONSHIPS, bank: '' }

/** With every relationship switched off nothing can match, and there is nothing to ask the server. */
export function matchesNothing({ relationships }: ClientFilter): boolean {
  return relationships.length === 0
}

export function isFiltering({ search, relationships, bank }: ClientFilter): boolean {
  return search !== '' || bank !== '' || relationships.length < RELATIONSHIPS.length
}

/** The filter as the list's query; the server takes a missing list for all of them. */
export function filterQuery({ search, relationships, bank }: ClientFilter) {
  return {
    ...(search === '' ? {} : { search }),
    ...(bank === '' ? {} : { bank_name: bank }),
    ...(relationships.length === RELATIONSHIPS.length ? {} : { relationship: relationships.join(',') }),
  }
}
