// The search, the filter and the viewed client as address parameters. All relationships on is left out; none on is
// written 'none'.
import { RELATIONSHIPS, type Relationship } from '@/entities/clients/client'
import type { ClientFilter } from '@/entities/clients/filter'
import { CLIENT } from '@/shared/config/limits'

type ClientParams = { q?: string; relationship?: string; bank?: string; client?: string }

const NONE = 'none'

/** Reads the valid parameters of an address and ignores the others. */
export function readClientParams(raw: Record<string, unknown>): ClientParams {
  const client = text(raw.client, 64)
  const filter: ClientFilter = {
    search: text(raw.q, CLIENT.searchMax),
    relationships: readChoices(raw.relationship),
    bank: text(raw.bank, CLIENT.bankNameMax),
  }
  return { ...paramsOf(filter), ...(client === '' ? {} : { client }) }
}

export function filterOf({ q, relationship, bank }: ClientParams): ClientFilter {
  return { search: q ?? '', relationships: readChoices(relationship), bank: bank ?? '' }
}

export function paramsOf({ search, relationships, bank }: ClientFilter): ClientParams {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(relationships.length === RELATIONSHIPS.length
      ? {}
      : { relationship: relationships.join(',') || NONE }),
    ...(bank === '' ? {} : { bank }),
  }
}

/** The router parses ?q=2026 as a number. */
function text(param: unknown, most: number): string {
  return ['string', 'number'].includes(typeof param) ? String(param).trim().slice(0, most) : ''
}

/** Returns the chosen words in the order of `all`. An address without a known word chooses all of them. */
function readChoices(param: unknown): readonly Relationship[] {
  if (param === NONE) return []
  if (typeof param !== 'string') return RELATIONSHIPS
  const named = param.split(',')
  const found = RELATIONSHIPS.filter((word) => named.includes(word))
  return found.length === 0 ? RELATIONSHIPS : found
}
