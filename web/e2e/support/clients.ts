// Adds clients and sales over the API, so that a test starts with what it tests.
import type { APIRequestContext } from '@playwright/test'
import { type Account, call } from './account'

type ClientEntry = {
  name: string
  email?: string
  bank_name?: string
  account_number?: string
  relationship?: string
  phone?: string
}

export async function addClient(
  request: APIRequestContext,
  url: string,
  account: Account,
  entry: ClientEntry,
): Promise<string> {
  const email = `${entry.name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`
  const body = { email, bank_name: 'First Harbor Bank', account_number: '12345678', ...entry }
  const answer = await call(request, url, account.token, 'POST', '/beneficiaries', body)
  if (answer.status() !== 201) throw new Error(`${entry.name}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()).beneficiary.id
}

type SaleEntry = {
  title: string
  amount: number
  client?: string
  client_id?: string
  beat_id?: string
  currency?: 'USD' | 'EUR' | 'GBP'
  license?: 'basic' | 'premium' | 'unlimited' | 'exclusive'
  status?: 'Completed' | 'Pending' | 'Failed'
  date?: string
  notes?: string
}

/** Records sales over the API. Returns the id of the last one. */
export async function sell(
  request: APIRequestContext,
  url: string,
  account: Account,
  entries: SaleEntry[],
): Promise<string> {
  let id = ''
  for (const entry of entries) {
    const answer = await call(request, url, account.token, 'POST', '/sales', entry)
    if (answer.status() !== 201) throw new Error(`${entry.title}: ${answer.status()} ${await answer.text()}`)
    id = (await answer.json()).sale.id
  }
  return id
}
