// Adds transactions over the API, so that a test about reading does not start with typing.
import type { APIRequestContext } from '@playwright/test'
import { type Account, call } from './account'

export type Entry = {
  type: 'deposit' | 'withdrawal' | 'payment' | 'other'
  title: string
  amount: number
  currency?: string
  status?: 'completed' | 'pending' | 'failed'
  date?: string
  time?: string
  description?: string
}

export async function recordTransactions(
  request: APIRequestContext,
  url: string,
  account: Account,
  entries: Entry[],
) {
  for (const entry of entries) {
    const answer = await call(request, url, account.token, 'POST', '/transactions', {
      confirm_date: true,
      ...entry,
    })
    if (answer.status() !== 201) throw new Error(`${entry.title}: ${answer.status()} ${await answer.text()}`)
  }
}

export async function fetchBalances(
  request: APIRequestContext,
  url: string,
  account: Account,
): Promise<Record<string, number>> {
  const { accounts } = await (await call(request, url, account.token, 'GET', '/wallet')).json()
  return Object.fromEntries(
    accounts.map(({ name, balance }: { name: string; balance: number }) => [name, balance]),
  )
}

/** Causes an unread notification: creates a goal and reaches it. */
export async function reachGoal(request: APIRequestContext, url: string, account: Account, title: string) {
  const goal = { title, target_amount: 100, target_date: '2088-03-01' }
  const made = await (await call(request, url, account.token, 'POST', '/goals', goal)).json()
  await call(request, url, account.token, 'PUT', `/goals/${made.goal.id}/progress`, { amount: 100 })
}
