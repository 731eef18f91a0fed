// The search and the filter of the offer list as address parameters.
import { NO_FILTER, OFFER_VIEWS, type OfferFilter } from '@/entities/offers/filter'
import { OFFER } from '@/shared/config/limits'

export type OfferParams = { q?: string; show?: string; beat?: string; client?: string }

/** Parses the address parameters; invalid ones are ignored. */
export function readOfferParams(raw: Record<string, unknown>): OfferParams {
  return paramsOf(filterOf(raw))
}

export function filterOf(params: Record<string, unknown> | OfferParams): OfferFilter {
  const { q, show, beat, client } = params as Record<string, unknown>
  return {
    // The router parses ?q=2026 as a number.
    search: ['string', 'number'].includes(typeof q) ? String(q).trim().slice(0, OFFER.searchMax) : '',
    shown: OFFER_VIEWS.find((known) => known === show) ?? NO_FILTER.shown,
    beat: id(beat),
    client: id(client),
  }
}

export function paramsOf({ search, shown, beat, client }: OfferFilter): OfferParams {
  const all = { q: search, show: shown === NO_FILTER.shown ? '' : shown, beat, client }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

function id(param: unknown): string {
  return typeof param === 'string' && /^[\w-]{1,64}$/.test(param) ? param : ''
}
