// The wallet and the accounts beside it, with their balances.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'

export type Wallet = Schemas['Wallet']
export type Account = Schemas['Account']
export type Holdings = { wallet: Wallet; accounts: Account[] }

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: async ({ signal }): Promise<Holdings> => {
    const { wallet, accounts } = await unwrap(api.GET('/api/wallet', { signal }))
    return { wallet, accounts }
  },
})
