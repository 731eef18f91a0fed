// The account's cards, the default first, and the status of its PIN.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { WHOLE_LIST } from '@/shared/config/limits'
import { type Card, fromServer } from './card'

export const cardsQuery = queryOptions({
  queryKey: ['cards', 'list'],
  queryFn: async ({ signal }): Promise<Card[]> => {
    const query = { limit: WHOLE_LIST }
    return (await unwrap(api.GET('/api/cards', { params: { query }, signal }))).cards.map(fromServer)
  },
})

type PinStatus = { isSet: boolean; lockedUntil: number | null; needsNewPin: boolean }

export const cardPinQuery = queryOptions({
  queryKey: ['cards', 'pin'],
  queryFn: async ({ signal }): Promise<PinStatus> => {
    const { set, locked_until, needs_new_pin } = await unwrap(api.GET('/api/cards/pin', { signal }))
    const lockedUntil = locked_until === null ? null : Date.parse(locked_until)
    return { isSet: set, lockedUntil, needsNewPin: needs_new_pin }
  },
  // Other tabs and devices can start and end a PIN lock.
  staleTime: 0,
})
