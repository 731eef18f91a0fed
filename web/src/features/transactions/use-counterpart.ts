// The name of the card or client of a transaction; null if it was deleted.
import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '@/entities/cards/queries'
import type { Transaction } from '@/entities/transactions/transaction'
import { clientChoicesQuery } from '@/entities/wallet/counterparts'
import { cards as cardCopy } from '@/shared/copy/money/cards'

export function useCounterpart({ card_id, beneficiary_id }: Transaction): string | undefined {
  const { data: cards } = useQuery({ ...cardsQuery, enabled: Boolean(card_id) })
  const { data: clients } = useQuery({ ...clientChoicesQuery, enabled: Boolean(beneficiary_id) })
  const card = cards?.find(({ id }) => id === card_id)
  if (card) return cardCopy.ending(cardCopy.types[card.type], card.lastFour)
  return clients?.find(({ id }) => id === beneficiary_id)?.name
}
