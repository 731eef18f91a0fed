// The application type of the screens.
import type { Schemas } from '@/shared/api/client'
import { CURRENCIES } from '@/shared/config/limits'
import type { BadgeTone } from '@/shared/ui/badge'

export const APPLICATION_TYPES = [
  'licence',
  'sync',
  'distribution',
  'collaboration',
  'grant',
  'loan',
] as const
export const APPLICATION_STATUSES = [
  'draft',
  'submitted',
  'in_review',
  'approved',
  'rejected',
  'withdrawn',
] as const
/** Statuses of an application that is still open. */
export const OPEN_STATUSES = ['draft', 'submitted', 'in_review'] as const

type ApplicationType = (typeof APPLICATION_TYPES)[number]
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]
type ApplicationCurrency = (typeof CURRENCIES)[number]

export type Application = Omit<Schemas['Application'], 'type' | 'status' | 'currency'> & {
  type: ApplicationType
  status: ApplicationStatus
  currency: ApplicationCurrency
}

export type ApplicationBody = Schemas['ApplicationRequest']
export type ApplicationSummary = Schemas['ApplicationSummary']

/** The API types these fields as plain strings. A value this version does not know becomes the closest known one. */
export function fromServer(sent: Schemas['Application']): Application {
  return {
    ...sent,
    type: APPLICATION_TYPES.find((type) => type === sent.type) ?? 'licence',
    status: APPLICATION_STATUSES.find((status) => status === sent.status) ?? 'draft',
    currency: CURRENCIES.find((currency) => currency === sent.currency) ?? 'USD',
  }
}

export const STATUS_TONES: Record<ApplicationStatus, BadgeTone> = {
  draft: 'outline',
  submitted: 'info',
  in_review: 'warn',
  approved: 'pos',
  rejected: 'neg',
  withdrawn: 'neutral',
}
