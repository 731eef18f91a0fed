// The filter of the list of share links. Everything empty means no filter.
import type { LinkState } from './share'

export interface ShareFilter {
  search: string
  state: LinkState | ''
  /** Ids of a client and a beat; empty for any. */
  client: string
  beat: string
}

export const NO_FILTER: ShareFilter = { search: '', state: '', client: '', beat: '' }

export function isFiltering(filter: ShareFilter): boolean {
  return filter.search !== '' || changedCount(filter) > 0
}

/** The number of controls in the popover that differ from their default. */
export function changedCount({ state, client, beat }: ShareFilter): number {
  return [state, client, beat].filter(Boolean).length
}

/** The filter as query parameters of the list. */
export function filterQuery(filter: ShareFilter): Partial<Record<keyof ShareFilter, string>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}
