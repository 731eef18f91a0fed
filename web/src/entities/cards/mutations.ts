// Adding, changing and deleting a card, choosing the default, setting the PIN, and revealing a card's details.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { type CardBody, type CardChange, type CardDetails, fromServer } from './card'
import { forgetNickname } from './nicknames'
import { cardPinQuery, cardsQuery } from './queries'

/** The server decides which card is the default and thereby the order, so the list is always fetched again. */
function useCardsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: cardsQuery.queryKey })
}

export function useAddCard() {
  const changed = useCardsChanged()
  return useMutation({
    mutationFn: async (body: CardBody) => fromServer((await unwrap(api.POST('/api/cards', { body }))).card),
    onSuccess: changed,
  })
}

export function useUpdateCard() {
  const changed = useCardsChanged()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: CardChange }) =>
      unwrap(api.PUT('/api/cards/{id}', { body: change, params: { path: { id } } })),
    onSuccess: changed,
  })
}

export function useDeleteCard() {
  const changed = useCardsChanged()
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/cards/{id}', { params: { path: { id } } })),
    onSuccess: (_done, id) => {
      forgetNickname(id)
      return changed()
    },
  })
}

export function useMakeCardDefault() {
  const changed = useCardsChanged()
  return useMutation({
    mutationFn: (id: string) => unwrap(api.PUT('/api/cards/{id}/default', { params: { path: { id } } })),
    onSuccess: changed,
  })
}

export function useSetCardPin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { pin: string; currentPassword: string }) =>
      unwrap(api.PUT('/api/cards/pin', { body })),
    onSuccess: () =>
      client.setQueryData(cardPinQuery.queryKey, { isSet: true, lockedUntil: null, needsNewPin: false }),
  })
}

export function useRevealCard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, pin }: { id: string; pin: string }): Promise<CardDetails> => {
      const call = { body: { pin }, params: { path: { id } } }
      const { number, expiry } = await unwrap(api.POST('/api/cards/{id}/reveal', call))
      return { number, expiry }
    },
    // A full card number must not stay in the mutation cache.
    gcTime: 0,
    // The server decides whether a wrong PIN locks the details, so the PIN status is fetched again.
    onError: () => client.invalidateQueries({ queryKey: cardPinQuery.queryKey }),
  })
}
