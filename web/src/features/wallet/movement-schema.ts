// The form of a deposit or withdrawal, and its request body. The counterpart is one choice among cards and clients;
// the API has a field for each.
import * as v from 'valibot'
import type { Card } from '@/entities/cards/card'
import type { ClientChoice } from '@/entities/wallet/counterparts'
import type { Movement } from '@/entities/wallet/mutations'
import { TRANSACTION } from '@/shared/config/limits'
import { cards as cardCopy } from '@/shared/copy/money/cards'
import { moveMoney as copy } from '@/shared/copy/money/finances'
import { typedAmount } from '@/shared/forms/typed-amount'
import { toNumber } from '@/shared/lib/money/read-amount'

export const movementSchema = v.object({
  amount: typedAmount,
  counterpart: v.string(),
  note: v.pipe(v.string(), v.trim(), v.maxLength(TRANSACTION.descriptionMax, copy.noteTooLong)),
})

type MovementValues = v.InferOutput<typeof movementSchema>

const NO_COUNTERPART = ''
const CARD = 'card:'
const CLIENT = 'client:'

export function counterpartOptions(cards: readonly Card[], clients: readonly ClientChoice[]) {
  return [
    { value: NO_COUNTERPART, label: copy.counterpartNone },
    ...cards.map(({ id, type, lastFour }) => ({
      value: `${CARD}${id}`,
      label: copy.cardOption(cardCopy.types[type], lastFour),
    })),
    ...clients.map(({ id, name, bank }) => ({
      value: `${CLIENT}${id}`,
      label: copy.clientOption(name, bank),
    })),
  ]
}

/** Returns the counterpart that is preselected: the default card. */
export function firstCounterpart(cards: readonly Card[]): string {
  const card = cards.find(({ isDefault }) => isDefault)
  return card ? `${CARD}${card.id}` : NO_COUNTERPART
}

export function movementOf({ amount, counterpart, note }: MovementValues): Movement {
  return {
    amount: toNumber(amount),
    ...(counterpart.startsWith(CARD) ? { card_id: counterpart.slice(CARD.length) } : {}),
    ...(counterpart.startsWith(CLIENT) ? { beneficiary_id: counterpart.slice(CLIENT.length) } : {}),
    ...(note === '' ? {} : { note }),
  }
}
