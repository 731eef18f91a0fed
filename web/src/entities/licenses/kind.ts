// A kind of license that the producer sells, and the values that its contract still lacks.
import type { Schemas } from '@/shared/api/client'
import { LICENSES, type License } from '../sales/sale'
import { type Terms, termsFromServer } from './terms'

export const MOST_KINDS = 12
export { LICENSES as TIERS }
export type Tier = License

/** The places where a missing value of a contract can be entered. */
export const PLACES = ['legal_profile', 'buyer', 'beat', 'kind'] as const

export type Missing = Omit<Schemas['MissingValue'], 'where'> & { where: (typeof PLACES)[number] }

export type Kind = Omit<Schemas['LicenseKind'], keyof Terms | 'tier' | 'missing'> &
  Terms & { tier: Tier; missing: Missing[] }

export type KindBody = Omit<
  Kind,
  'id' | 'text' | 'has_default_text' | 'missing' | 'can_be_sold' | 'created_at' | 'updated_at'
>

export function kindFromServer(sent: Schemas['LicenseKind']): Kind {
  return {
    ...sent,
    ...termsFromServer(sent),
    tier: LICENSES.find((tier) => tier === sent.tier) ?? 'basic',
    missing: sent.missing.map(missingFromServer),
  }
}

export function missingFromServer(sent: Schemas['MissingValue']): Missing {
  return { ...sent, where: PLACES.find((place) => place === sent.where) ?? 'kind' }
}

/** Returns the fields of a kind that the API accepts in a request body. */
export function bodyOfKind(kind: Kind): KindBody {
  const { id, text, has_default_text, missing, can_be_sold, created_at, updated_at, ...body } = kind
  return body
}
