// A sale as the screens know it.
import type { Schemas } from '@/shared/api/client'
import type { BadgeTone } from '@/shared/ui/badge'

export const SALE_STATUSES = ['Completed', 'Pending', 'Failed', 'Refunded'] as const
export const LICENSES = ['basic', 'premium', 'unlimited', 'exclusive'] as const
/** Those that have an account to receive it. */
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

/** The contract writes these words as plain texts; one unknown here is shown as what it is closest to. */
export function fromServer(sent: Schemas['Sale']): Sale {
  return {
    ...sent,
    status: SALE_STATUSES.find((status) => status === sent.status) ?? 'Pending',
    license: LICENSES.find((license) => license === sent.license) ?? 'basic',
    currency: SALE_CURRENCIES.find((currency) => currency === sent.currency) ?? 'USD',
  }
}

/** A sale that has brought money has a receipt, also after the money went back. */
export function hasReceipt({ status }: Pick<Sale, 'status'>): boolean {
  return status === 'Completed' || status === 'Refunded'
}

export const STATUS_TONES: Record<SaleStatus, BadgeTone> = {
  Completed: 'pos',
  Pending: 'warn',
  Failed: 'neg',
  Refunded: 'neutral',
}
