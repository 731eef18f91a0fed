// The search, the filter, the order and the viewed client as address parameters. All relationships on is left out; none on is
// written 'none'.
import { RELATIONSHIPS, type Relationship } from '@/entities/clients/client'
import { CLIENT_SORTS, type ClientFilter, NO_FILTER } from '@/entities/clients/filter'
import { CLIENT } from '@/shared/config/limits'

type ClientParams = { q?: string; relationship?: string; bank?: string; sort?: string; client?: string }

const NONE = 'none'

/** Parses the address parameters; invalid ones are ignored. */
export function readClientParams(raw: Record<string, unknown>): ClientParams {
  const client = textParam(raw.client, 64)
  const filter: ClientFilter = {
    search: textParam(raw.q, CLIENT.searchMax),
    relationships: readChoices(raw.relationship),
    bank: textParam(raw.bank, CLIENT.bankNameMax),
    sort: readSort(raw.sort),
  }
  return { ...paramsOf(filter), ...(client === '' ? {} : { client }) }
}

export function filterOf({ q, relationship, bank, sort }: ClientParams): ClientFilter {
  return { search: q ?? '', relationships: readChoices(relationship), bank: bank ?? '', sort: readSort(sort) }
}

export function paramsOf({ search, relationships, bank, sort }: ClientFilter): ClientParams {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(relationships.length === RELATIONSHIPS.length
      ? {}
      : { relationship: relationships.join(',') || NONE }),
    ...(bank === '' ? {} : { bank }),
    ...(sort === NO_FILTER.sort ? {} : { sort }),
  }
}

function readSort(param: unknown) {
  return CLIENT_SORTS.find((known) => known === param) ?? NO_FILTER.sort
}

/** Converts an address parameter to text: the router parses ?q=2026 as a number. */
function textParam(param: unknown, most: number): string {
  return ['string', 'number'].includes(typeof param) ? String(param).trim().slice(0, most) : ''
}

/** Parses a comma-separated parameter. Returns the known words in the order of `all`, or all words if none is known. */
function readChoices(param: unknown): readonly Relationship[] {
  if (param === NONE) return []
  if (typeof param !== 'string') return RELATIONSHIPS
  const named = param.split(',')
  const found = RELATIONSHIPS.filter((word) => named.includes(word))
  return found.length === 0 ? RELATIONSHIPS : found
}
