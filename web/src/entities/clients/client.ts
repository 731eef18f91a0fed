// A client as the screens know it; the API calls it a beneficiary.
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

/** The contract writes both words as plain texts; one unknown here is shown as what a new client starts with. */
export function fromServer(sent: Schemas['Beneficiary']): Client {
  return {
    ...sent,
    account_type: ACCOUNT_TYPES.find((type) => type === sent.account_type) ?? 'checking',
    relationship: RELATIONSHIPS.find((one) => one === sent.relationship) ?? 'other',
  }
}

/** An account number as a list shows it: only its end. One that the server cannot read anymore is empty. */
export function maskedNumber(accountNumber: string): string {
  const plain = accountNumber.replace(/[^0-9A-Za-z]/g, '')
  if (plain === '') return clients.lostNumber
  return plain.length <= 4 ? plain : `•••• ${plain.slice(-4)}`
}
