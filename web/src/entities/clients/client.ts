// The client type of the screens; the API calls it a beneficiary.
import type { Schemas } from '@/shared/api/client'
import { clients } from '@/shared/copy/clients'

export const ACCOUNT_TYPES = ['checking', 'savings', 'business', 'money_market'] as const
export const RELATIONSHIPS = ['family', 'friend', 'business', 'vendor', 'employee', 'other'] as const

type AccountType = (typeof ACCOUNT_TYPES)[number]
export type Relationship = (typeof RELATIONSHIPS)[number]

export type Client = Omit<Schemas['Beneficiary'], 'account_type' | 'relationship'> & {
  account_type: AccountType
  relationship: Relationship
}

export type ClientBody = Schemas['BeneficiaryRequest']

/**
 * The API types both fields as plain strings. A value this version does not know becomes the default of a new client.
 */
export function fromServer(sent: Schemas['Beneficiary']): Client {
  return {
    ...sent,
    account_type: ACCOUNT_TYPES.find((type) => type === sent.account_type) ?? 'checking',
    relationship: RELATIONSHIPS.find((one) => one === sent.relationship) ?? 'other',
  }
}

/**
 * Masks an account number except for its last characters. The number is empty if the server can no longer decrypt it.
 */
export function maskedNumber(accountNumber: string): string {
  const plain = accountNumber.replace(/[^0-9A-Za-z]/g, '')
  if (plain === '') return clients.lostNumber
  return plain.length <= 4 ? plain : `•••• ${plain.slice(-4)}`
}
