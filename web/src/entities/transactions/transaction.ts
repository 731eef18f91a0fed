// The transaction type of the screens.
import type { Schemas } from '@/shared/api/client'

export const TYPES = ['deposit', 'withdrawal', 'payment', 'transfer', 'other'] as const
/** The types that the form of a transaction offers; a transfer has its own form. */
export const FORM_TYPES = ['deposit', 'withdrawal', 'payment', 'other'] as const
export const STATUSES = ['completed', 'pending', 'failed'] as const

export type TransactionType = (typeof TYPES)[number]
export type TransactionStatus = (typeof STATUSES)[number]

export type Transaction = Omit<Schemas['Transaction'], 'type' | 'status'> & {
  type: TransactionType
  status: TransactionStatus
}

export type TransactionBody = Schemas['TransactionRequest']

/** The API types type and status as plain strings. A value this version does not know becomes the closest known one. */
export function fromServer(sent: Schemas['Transaction']): Transaction {
  return {
    ...sent,
    type: TYPES.find((type) => type === sent.type) ?? 'other',
    status: STATUSES.find((status) => status === sent.status) ?? 'pending',
  }
}

/**
 * True if a transaction can be edited. One of a sale is changed through the sale, and a transfer has no single amount
 * to change.
 */
export function isEditable({ sale_id, transfer }: Pick<Transaction, 'sale_id' | 'transfer'>): boolean {
  return sale_id === null && transfer === null
}
