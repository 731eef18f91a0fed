// The filter of the cards page: a search by type or holder, and a filter that cycles through three values. Both are
// address parameters.
import { TRANSACTION } from '@/shared/config/limits'

const STATIONS = ['all', 'visa', 'mastercard'] as const

type Station = (typeof STATIONS)[number]
export type CardFilter = { search: string; only: Station }
type CardFilterParams = { q?: string; only?: Exclude<Station, 'all'> }

export const EVERY_CARD: CardFilter = { search: '', only: 'all' }

export function nextStation(now: Station): Station {
  return STATIONS[(STATIONS.indexOf(now) + 1) % STATIONS.length] ?? 'all'
}

/** Parses the address parameters; invalid ones are ignored. */
export function readCardFilter(raw: Record<string, unknown>): CardFilterParams {
  return cardFilterParams({
    // The router parses ?q=2026 as a number.
    search: ['string', 'number'].includes(typeof raw.q)
      ? String(raw.q).trim().slice(0, TRANSACTION.searchMax)
      : '',
    only: STATIONS.find((station) => station === raw.only) ?? 'all',
  })
}

export function cardFilterOf({ q, only }: CardFilterParams): CardFilter {
  return { search: q ?? '', only: only ?? 'all' }
}

export function cardFilterParams({ search, only }: CardFilter): CardFilterParams {
  return { ...(search === '' ? {} : { q: search }), ...(only === 'all' ? {} : { only }) }
}
