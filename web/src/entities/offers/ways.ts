// How a buyer can pay: the producer's bank details, PayPal.me, payment links, and other ways in words.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export const WAY_TYPES = ['bank', 'paypal', 'link', 'other'] as const
export type WayType = (typeof WAY_TYPES)[number]

export type Way = Omit<Schemas['WayToPayBody'], 'type'> & { type: WayType }

function fromServer(sent: Schemas['WayToPayBody']): Way {
  return { ...sent, type: WAY_TYPES.find((type) => type === sent.type) ?? 'other' }
}

export const waysQuery = queryOptions({
  queryKey: ['ways-to-pay'],
  queryFn: async ({ signal }): Promise<Way[]> =>
    (await unwrap(api.GET('/api/ways-to-pay', { signal }))).ways.map(fromServer),
})

/** Converts a way to pay into the API's request body. A new way has no id yet. */
function bodyOf({ id, ...way }: Way): Schemas['WayToPayRequest'] {
  return id === '' ? way : { id, ...way }
}

/** Saves the ways to pay; the request replaces the whole list. */
export function useSaveWays() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ways: Way[]): Promise<Way[]> =>
      (await unwrap(api.PUT('/api/ways-to-pay', { body: { ways: ways.map(bodyOf) } }))).ways.map(fromServer),
    onSuccess: (saved) => client.setQueryData(waysQuery.queryKey, saved),
  })
}
