// Deletes a transaction after a confirmation, and shows the result as a toast.
import { useDeleteTransaction } from '@/entities/transactions/mutations'
import type { Transaction } from '@/entities/transactions/transaction'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { transactions as copy } from '@/shared/copy/transactions'
import { formatAmount } from '@/shared/lib/money'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

/** Resolves true if it was deleted. */
export function useRemoveTransaction(): (transaction: Transaction) => Promise<boolean> {
  const { mutateAsync } = useDeleteTransaction()
  return async ({ id, reference, amount, currency }) => {
    const isSure = await confirm({
      title: copy.deleteQuestion,
      description: copy.deleteMeaning(reference, formatAmount(amount, currency, 'always')),
      confirmLabel: copy.delete,
    })
    if (!isSure) return false
    try {
      await mutateAsync(id)
      toast.success(copy.deleted, TOASTS.success)
      return true
    } catch (error) {
      toast.error(answeredText(error, copy.deleteFailed) ?? calls.offline, TOASTS.other)
      return false
    }
  }
}
