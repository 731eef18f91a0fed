// Deposits into the wallet and withdrawals from it. The answer has the new balance, which is shown at once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { moneyAdded } from '../transactions/money-moved'
import { type Holdings, type Wallet, walletQuery } from './queries'

export type MoveKind = 'deposit' | 'withdraw'
export type Movement = Schemas['MoveRequest']

export function useMoveMoney(kind: MoveKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ movement, key }: { movement: Movement; key: string }) => {
      const call = { body: movement, params: { header: { 'Idempotency-Key': key } } }
      return unwrap(
        kind === 'deposit' ? api.POST('/api/wallet/deposit', call) : api.POST('/api/wallet/withdraw', call),
      )
    },
    onSuccess: ({ wallet }) => {
      client.setQueryData(walletQuery.queryKey, (held) => held && withWallet(held, wallet))
      moneyAdded(client)
    },
  })
}

function withWallet({ accounts }: Holdings, wallet: Wallet): Holdings {
  const { id, balance } = wallet
  return {
    wallet,
    accounts: accounts.map((account) => (account.id === id ? { ...account, balance } : account)),
  }
}
