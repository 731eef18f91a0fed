// The filter of the license list. Everything empty means no filter.
import { type LicenseState, STATES } from './license'

/** The views of the license list; 'ended' covers every state except active. */
export const LICENSE_VIEWS = ['all', 'active', 'ended'] as const
export type LicenseView = (typeof LICENSE_VIEWS)[number]

export interface LicenseFilter {
  search: string
  shown: LicenseView
  /** Ids of a license kind, a beat and a client; empty for any. */
  kind: string
  beat: string
  client: string
  /** YYYY-MM-DD; empty for any. */
  expiresBefore: string
  /** True limits the list to licenses that have used 80 percent or more of a cap. */
  nearCap: boolean
}

export const NO_FILTER: LicenseFilter = {
  search: '',
  shown: 'all',
  kind: '',
  beat: '',
  client: '',
  expiresBefore: '',
  nearCap: false,
}

const ENDED: readonly LicenseState[] = STATES.filter((state) => state !== 'active')

export function isFiltering(filter: LicenseFilter): boolean {
  return filter.search !== '' || filter.shown !== 'all' || changedCount(filter) > 0
}

/** The number of controls in the popover that differ from their default. */
export function changedCount({ kind, beat, client, expiresBefore, nearCap }: LicenseFilter): number {
  return [kind, beat, client, expiresBefore, nearCap].filter(Boolean).length
}

/** The filter as query parameters of the list. */
export function filterQuery(filter: LicenseFilter): Record<string, string> {
  const { search, shown, kind, beat, client, expiresBefore, nearCap } = filter
  const states = shown === 'active' ? 'active' : shown === 'ended' ? ENDED.join(',') : ''
  const all = {
    search,
    state: states,
    kind,
    beat,
    client,
    expires_before: expiresBefore,
    near_cap: nearCap ? 'true' : '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
