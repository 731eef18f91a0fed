// The address at which Stripe tells of payments, and the signing secret that proves it is Stripe. The server never
// shows a secret again.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export type StripeHook = Pick<Schemas['PaymentHookAnswer'], 'is_set' | 'url'>

export const stripeQuery = queryOptions({
  queryKey: ['shop', 'stripe'],
  queryFn: ({ signal }): Promise<StripeHook> => unwrap(api.GET('/api/payment-hooks', { signal })),
})

/** Sets the secret; an empty text takes it away. */
export function useSetStripeSecret() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (secret: string): Promise<StripeHook> =>
      unwrap(api.PUT('/api/payment-hooks', { body: { stripe_secret: secret } })),
    onSuccess: (hook) => client.setQueryData(stripeQuery.queryKey, hook),
  })
}
