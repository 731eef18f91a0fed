// The card type of the screens: everything but the last digits is masked.
import type { Schemas } from '@/shared/api/client'

export const CARD_TYPES = ['visa', 'mastercard', 'american_express', 'discover'] as const

export type CardType = (typeof CARD_TYPES)[number]

export type Card = Omit<Schemas['Card'], 'type'> & {
  type: CardType
  lastFour: string
}

export type CardBody = Schemas['CardRequest']
export type CardChange = Schemas['CardChangesRequest']

/** The card details that are shown only after a PIN check. */
export type CardDetails = { number: string; expiry: string }

/** Converts a card of the API. The server sends the card type as a display name, such as 'American Express'. */
export function fromServer(sent: Schemas['Card']): Card {
  const word = sent.type.toLowerCase().replaceAll(' ', '_')
  return {
    ...sent,
    type: CARD_TYPES.find((type) => type === word) ?? 'visa',
    lastFour: sent.number.slice(-4),
  }
}
