// Adds cards and sets the PIN over the API.
import type { APIRequestContext } from '@playwright/test'
import { type Account, call } from './account'

export const PIN = '2583'

export const VISA = { type: 'visa', number: '4242424242424207' }
export const MASTERCARD = { type: 'mastercard', number: '5555444433335819' }
export const AMEX = { type: 'american_express', number: '3782822463100056' }

type CardData = { type: string; number: string; holder_name?: string }

export async function addCards(
  request: APIRequestContext,
  url: string,
  account: Account,
  ...plastic: CardData[]
) {
  for (const one of plastic) {
    const answer = await call(request, url, account.token, 'POST', '/cards', {
      holder_name: account.name,
      expiry_month: 8,
      expiry_year: 2031,
      cvv: '123',
      ...one,
    })
    if (answer.status() !== 201) throw new Error(`a card: ${answer.status()} ${await answer.text()}`)
  }
}

export async function setPin(request: APIRequestContext, url: string, account: Account) {
  const body = { pin: PIN, currentPassword: account.password }
  const answer = await call(request, url, account.token, 'PUT', '/cards/pin', body)
  if (answer.status() !== 200) throw new Error(`the PIN: ${answer.status()} ${await answer.text()}`)
}
