// A payment card as the screens know it: everything but its end is masked.
import type { Schemas } from '@/shared/api/client'

export const CARD_TYPES = ['visa', 'mastercard', 'american_express', 'discover'] as const

export type CardType = (typeof CARD_TYPES)[number]

export type Card = Omit<Schemas['Card'], 'type'> & {
  type: CardType
  lastFour: string
}

export type CardBody = Schemas['CardRequest']
export type CardChange = Schemas['CardChangesRequest']

/** What only the PIN tells. */
export type CardDetails = { number: string; expiry: string }

/** The server tells a type by its name, such as 'American Express'. */
export function fromServer(sent: Schemas['Card']): Card {
  const word = sent.type.toLowerCase().replaceAll(' ', '_')
  return {
    ...sent,
    type: CARD_TYPES.find((type) => type === word) ?? 'visa',
    lastFour: sent.number.slice(-4),
  }
}
