// The sale type of the screens.
import type { Schemas } from '@/shared/api/client'
import type { BadgeTone } from '@/shared/ui/badge'

export const SALE_STATUSES = ['Completed', 'Pending', 'Failed', 'Refunded'] as const
export const LICENSES = ['basic', 'premium', 'unlimited', 'exclusive'] as const
/** Currencies that have an account to receive the money. */
export const SALE_CURRENCIES = ['USD', 'EUR', 'GBP'] as const

export type SaleStatus = (typeof SALE_STATUSES)[number]
export type License = (typeof LICENSES)[number]
type SaleCurrency = (typeof SALE_CURRENCIES)[number]

export type Sale = Omit<Schemas['Sale'], 'status' | 'license' | 'currency'> & {
  status: SaleStatus
  license: License
  currency: SaleCurrency
}

export type SaleBody = Schemas['SaleRequest']

/** The API types these fields as plain strings. A value this version does not know becomes the closest known one. */
export function fromServer(sent: Schemas['Sale']): Sale {
  return {
    ...sent,
    status: SALE_STATUSES.find((status) => status === sent.status) ?? 'Pending',
    license: LICENSES.find((license) => license === sent.license) ?? 'basic',
    currency: SALE_CURRENCIES.find((currency) => currency === sent.currency) ?? 'USD',
  }
}

/** Completed and refunded sales have a receipt. */
export function hasReceipt({ status }: Pick<Sale, 'status'>): boolean {
  return status === 'Completed' || status === 'Refunded'
}

/**
 * True if a license can be issued for the sale or is already there to be viewed. A failed or refunded sale gets no new
 * license.
 */
export function canBeLicensed({ status, license_id }: Pick<Sale, 'status' | 'license_id'>): boolean {
  return license_id !== null || status === 'Completed' || status === 'Pending'
}

export const STATUS_TONES: Record<SaleStatus, BadgeTone> = {
  Completed: 'pos',
  Pending: 'warn',
  Failed: 'neg',
  Refunded: 'neutral',
}
