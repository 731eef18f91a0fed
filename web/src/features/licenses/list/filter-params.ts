// The search and the filter of the license list as address parameters.
import { LICENSE_VIEWS, type LicenseFilter, NO_FILTER } from '@/entities/licenses/filter'
import { LICENSE } from '@/shared/config/limits'
import { isDay } from '@/shared/lib/time/calendar'

type LicenseParams = {
  q?: string
  show?: string
  kind?: string
  beat?: string
  client?: string
  before?: string
  cap?: string
}

const NEAR = 'near'

/** Parses the address parameters; invalid ones are ignored. */
export function readLicenseParams(raw: Record<string, unknown>): LicenseParams {
  return paramsOf(filterOf(raw))
}

export function filterOf(params: Record<string, unknown> | LicenseParams): LicenseFilter {
  const { q, show, kind, beat, client, before, cap } = params as Record<string, unknown>
  return {
    // The router parses ?q=2026 as a number.
    search: ['string', 'number'].includes(typeof q) ? String(q).trim().slice(0, LICENSE.searchMax) : '',
    shown: LICENSE_VIEWS.find((known) => known === show) ?? NO_FILTER.shown,
    kind: id(kind),
    beat: id(beat),
    client: id(client),
    expiresBefore: typeof before === 'string' && isDay(before) ? before : '',
    nearCap: cap === NEAR,
  }
}

export function paramsOf(filter: LicenseFilter): LicenseParams {
  const { search, shown, kind, beat, client, expiresBefore, nearCap } = filter
  const all = {
    q: search,
    show: shown === NO_FILTER.shown ? '' : shown,
    kind,
    beat,
    client,
    before: expiresBefore,
    cap: nearCap ? NEAR : '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

function id(param: unknown): string {
  return typeof param === 'string' && /^[\w-]{1,64}$/.test(param) ? param : ''
}
