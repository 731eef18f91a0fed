// Deletes a transaction, with a few seconds to undo it.
import { useDeleteTransaction } from '@/entities/transactions/mutations'
import type { Transaction } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/money/transactions'
import { removeWithUndo } from '@/shared/lib/removals'

export function useRemoveTransaction(): (transaction: Transaction) => void {
  const send = useDeleteTransaction()
  return ({ id }) =>
    removeWithUndo({ id, text: copy.deleted, send: () => send(id), failed: copy.deleteFailed })
}
