// Payment events at our webhook, signed as Stripe signs them.
import { createHmac } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'

/** Posts a signed checkout event to a webhook. Returns the status of the response. */
export async function postPaymentEvent(
  request: APIRequestContext,
  hook: string,
  secret: string,
  { id, offer, cents }: { id: string; offer: string; cents: number },
): Promise<number> {
  const object = {
    client_reference_id: offer,
    payment_status: 'paid',
    amount_total: cents,
    currency: 'usd',
    payment_intent: `pi_${id}`,
  }
  const body = JSON.stringify({ id, type: 'checkout.session.completed', data: { object } })
  const moment = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${moment},v1=${signature}`,
  }
  return (await request.post(hook, { data: body, headers })).status()
}
