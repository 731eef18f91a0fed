// The filter of the offer list. Everything empty means no filter.
import { OFFER_STATES, OPEN_STATES } from './offer'

/** The views of the offer list; 'open' and 'closed' each cover several states. */
export const OFFER_VIEWS = ['all', 'open', 'closed', ...OFFER_STATES] as const
export type OfferView = (typeof OFFER_VIEWS)[number]

export interface OfferFilter {
  search: string
  shown: OfferView
  /** Ids of a client and a beat; empty for any. */
  client: string
  beat: string
}

export const NO_FILTER: OfferFilter = { search: '', shown: 'all', client: '', beat: '' }

export function isFiltering({ search, shown, client, beat }: OfferFilter): boolean {
  return search !== '' || shown !== 'all' || client !== '' || beat !== ''
}

/** The filter as query parameters of the list. */
export function filterQuery({ search, shown, client, beat }: OfferFilter): Record<string, string> {
  const closed = OFFER_STATES.filter((state) => !OPEN_STATES.includes(state))
  const states = { all: '', open: OPEN_STATES.join(','), closed: closed.join(',') }
  const state = shown in states ? states[shown as keyof typeof states] : shown
  return Object.fromEntries(
    Object.entries({ search, state, client, beat }).filter(([, value]) => value !== ''),
  )
}
