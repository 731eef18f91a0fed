// The search and the filter of the list of shares as address parameters, and the link that is open.
import { NO_FILTER, type ShareFilter } from '@/entities/shares/filter'
import { STATES } from '@/entities/shares/share'
import { SHARE } from '@/shared/config/limits'

type ShareParams = { q?: string; state?: string; client?: string; beat?: string; link?: string }

/** Parses the address parameters; invalid ones are ignored. */
export function readShareParams(raw: Record<string, unknown>): ShareParams {
  return paramsOf(filterOf(raw), readId(raw.link))
}

export function filterOf(params: Record<string, unknown> | ShareParams): ShareFilter {
  const { q, state, client, beat } = params as Record<string, unknown>
  return {
    // The router parses ?q=2026 as a number.
    search: ['string', 'number'].includes(typeof q) ? String(q).trim().slice(0, SHARE.searchMax) : '',
    state: STATES.find((known) => known === state) ?? NO_FILTER.state,
    client: readId(client),
    beat: readId(beat),
  }
}

export function paramsOf({ search, state, client, beat }: ShareFilter, link = ''): ShareParams {
  const all = { q: search, state, client, beat, link }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

export function readId(param: unknown): string {
  return typeof param === 'string' && /^[\w-]{1,64}$/.test(param) ? param : ''
}
