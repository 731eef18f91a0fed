// Creates accounts over the API, so that a test starts with what it tests.
import type { APIRequestContext } from '@playwright/test'

export const PASSWORD = 'Harbour77x'

export type Account = { name: string; email: string; password: string; token: string }

let serial = 0

export function freshEmail(): string {
  serial += 1
  return `maya.${Date.now().toString(36)}.${process.pid}.${serial}@northline.studio`
}

export async function createAccount(
  request: APIRequestContext,
  url: string,
  name = 'Maya Okafor',
): Promise<Account> {
  const email = freshEmail()
  const answer = await request.post(`${url}/api/auth/signup`, {
    data: { name, email, password: PASSWORD, confirmPassword: PASSWORD, role: 'Music Producer' },
  })
  if (answer.status() !== 201) throw new Error(`sign-up answered ${answer.status()}: ${await answer.text()}`)
  const { token } = await answer.json()
  return { name, email, password: PASSWORD, token }
}

/** Sends a request to the API with the account's token, to prepare or look up data for a journey. */
export async function call(
  request: APIRequestContext,
  url: string,
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: unknown,
) {
  return request.fetch(`${url}/api${path}`, { method, data, headers: { Authorization: `Bearer ${token}` } })
}
