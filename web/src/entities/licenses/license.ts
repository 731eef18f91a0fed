// An issued license: the terms that were granted, frozen at that moment, and its state since then.
import type { Schemas } from '@/shared/api/client'
import { daysBetween, today } from '@/shared/lib/time/calendar'
import { LICENSES } from '../sales/sale'
import type { Tier } from './kind'
import { type CapName, FILE_ROLES, type FileRole, type Terms, termsFromServer } from './terms'

export const STATES = ['active', 'expired', 'superseded', 'terminated', 'refunded'] as const
export type LicenseState = (typeof STATES)[number]

export type Usage = Partial<Record<CapName, number>>

export type License = Omit<Schemas['License'], 'state' | 'tier' | 'terms' | 'usage'> & {
  state: LicenseState
  tier: Tier
  terms: Terms
  usage: Usage
}

export type LicenseEvent = Schemas['LicenseEvent']
export type LicensedFile = Omit<Schemas['LicenseFile'], 'role'> & { role: FileRole }

export type WholeLicense = License & { files: LicensedFile[]; events: LicenseEvent[] }

/** The API types these fields as plain strings. A value this version does not know becomes the closest known one. */
export function licenseFromServer(sent: Schemas['License']): License {
  return {
    ...sent,
    state: STATES.find((state) => state === sent.state) ?? 'terminated',
    tier: LICENSES.find((tier) => tier === sent.tier) ?? 'basic',
    terms: { ...sent.terms, ...termsFromServer(sent.terms) },
    usage: sent.usage as Usage,
  }
}

export function wholeFromServer(sent: Schemas['WholeLicense']): WholeLicense {
  const files = sent.files.map((file) => ({
    ...file,
    role: FILE_ROLES.find((role) => role === file.role) ?? 'other',
  }))
  return { ...licenseFromServer(sent), files, events: sent.events }
}

/** How many days before its last day an active license is shown as expiring. */
export const EXPIRING_DAYS = 60

/** The state that the screen shows: an active license that ends soon is 'expiring'. */
export type DisplayState = LicenseState | 'expiring'

export function displayStateOf(
  { state, expires_on }: Pick<License, 'state' | 'expires_on'>,
  now = new Date(),
): DisplayState {
  if (state !== 'active' || expires_on === null) return state
  return daysBetween(today(now), expires_on) <= EXPIRING_DAYS ? 'expiring' : 'active'
}
