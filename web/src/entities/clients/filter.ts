// The filter and the order of the client list. All relationships on, and no bank, means no filter.
import { RELATIONSHIPS, type Relationship } from './client'

export const CLIENT_SORTS = ['newest', 'oldest', 'name', 'name-desc', 'revenue', 'revenue-asc'] as const
export type ClientSort = (typeof CLIENT_SORTS)[number]

export interface ClientFilter {
  search: string
  relationships: readonly Relationship[]
  /** The full name of a bank; empty for any bank. */
  bank: string
  sort: ClientSort
}

/** The default of the filters behind the Filter button: everything is included. */
export const NO_CHOICES = { relationships: RELATIONSHIPS, bank: '' }

export const NO_FILTER: ClientFilter = { search: '', ...NO_CHOICES, sort: 'newest' }

/** With every relationship switched off nothing can match, so no request is sent. */
export function matchesNothing({ relationships }: ClientFilter): boolean {
  return relationships.length === 0
}

export function isFiltering({ search, relationships, bank }: ClientFilter): boolean {
  return search !== '' || bank !== '' || relationships.length < RELATIONSHIPS.length
}

/** The filter as query parameters of the list. The server reads a missing parameter as "all". */
export function filterQuery({ search, relationships, bank, sort }: ClientFilter) {
  return {
    ...(search === '' ? {} : { search }),
    ...(bank === '' ? {} : { bank_name: bank }),
    ...(relationships.length === RELATIONSHIPS.length ? {} : { relationship: relationships.join(',') }),
    ...ORDERS[sort],
  }
}

/** The API's sort parameters for each sort order of the screen; the newest first is the API's default. */
const ORDERS: Record<ClientSort, { sort?: string; order?: string }> = {
  newest: {},
  oldest: { sort: 'date', order: 'asc' },
  name: { sort: 'name' },
  'name-desc': { sort: 'name', order: 'desc' },
  revenue: { sort: 'revenue' },
  'revenue-asc': { sort: 'revenue', order: 'asc' },
}
