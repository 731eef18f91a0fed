// Deposits into the wallet, withdrawals from it, and transfers between the accounts. The answer has the new balances,
// which are shown at once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { moneyAdded } from '../transactions/money-moved'
import { type Account, type Holdings, type Wallet, walletQuery } from './queries'

export type MoveKind = 'deposit' | 'withdraw'
export type Movement = Schemas['MoveRequest']
export type TransferBody = Schemas['TransferRequest']

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

export function useTransfer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key }: { body: TransferBody; key: string }) =>
      unwrap(api.POST('/api/wallet/transfer', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: ({ from, to }) => {
      client.setQueryData(walletQuery.queryKey, (held) => held && withAccounts(held, [from, to]))
      moneyAdded(client)
    },
  })
}

function withAccounts({ wallet, accounts }: Holdings, changed: readonly Account[]): Holdings {
  const balanceOf = (id: string) => changed.find((account) => account.id === id)?.balance
  return {
    wallet: { ...wallet, balance: balanceOf(wallet.id) ?? wallet.balance },
    accounts: accounts.map((account) => ({ ...account, balance: balanceOf(account.id) ?? account.balance })),
  }
}

function withWallet({ accounts }: Holdings, wallet: Wallet): Holdings {
  const { id, balance } = wallet
  return {
    wallet,
    accounts: accounts.map((account) => (account.id === id ? { ...account, balance } : account)),
  }
}
