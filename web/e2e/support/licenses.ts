// Licenses over the API: the producer's legal profile, which every contract needs, and issuing one.
import type { APIRequestContext } from '@playwright/test'
import { type Account, call } from './account'

export async function nameProducer(request: APIRequestContext, url: string, account: Account) {
  const profile = { legal_name: 'Maya Okafor', address: '14 Wharf Road\nBrooklyn, NY 11201' }
  const answer = await call(request, url, account.token, 'PUT', '/legal-profile', profile)
  if (answer.status() !== 200) throw new Error(`the legal profile answered ${answer.status()}`)
}

export async function kindOf(request: APIRequestContext, url: string, account: Account, name: string) {
  const { kinds } = await (await call(request, url, account.token, 'GET', '/license-kinds')).json()
  return kinds.find((kind: { name: string }) => kind.name === name).id as string
}

export async function issue(
  request: APIRequestContext,
  url: string,
  account: Account,
  beat: string,
  kind: string,
  more: object,
) {
  const body = { document_id: beat, kind_id: await kindOf(request, url, account, kind), ...more }
  const answer = await call(request, url, account.token, 'POST', '/licenses', body)
  if (answer.status() !== 201) throw new Error(`issuing answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()).license as { id: string; reference: string }
}
