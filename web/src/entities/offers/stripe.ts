// The webhook URL at which Stripe reports payments, and the signing secret that authenticates Stripe. The server never
// returns a stored secret.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export type StripeHook = Omit<Schemas['PaymentHookAnswer'], 'success'>

export const stripeQuery = queryOptions({
  queryKey: ['shop', 'stripe'],
  queryFn: ({ signal }): Promise<StripeHook> => unwrap(api.GET('/api/payment-hooks', { signal })),
})

/** Sets the signing secret of the webhook; an empty text removes it. */
export function useSetStripeSecret() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (secret: string): Promise<StripeHook> =>
      unwrap(api.PUT('/api/payment-hooks', { body: { stripe_secret: secret } })),
    onSuccess: (hook) => client.setQueryData(stripeQuery.queryKey, hook),
  })
}
