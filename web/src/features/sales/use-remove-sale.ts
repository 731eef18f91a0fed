// Deletes a sale after a confirmation that says what happens to its money, and shows the result as a toast.
import { useDeleteSale } from '@/entities/sales/mutations'
import type { Sale } from '@/entities/sales/sale'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { sales as copy } from '@/shared/copy/sales'
import { formatAmount } from '@/shared/lib/money'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

/** Resolves true if it was deleted. */
export function useRemoveSale(): (sale: Sale) => Promise<boolean> {
  const { mutateAsync } = useDeleteSale()
  return async (sale) => {
    const isSure = await confirm({
      title: copy.deleteQuestion,
      description: meaningOf(sale),
      confirmLabel: copy.delete,
    })
    if (!isSure) return false
    try {
      await mutateAsync(sale.id)
      toast.success(copy.deleted, TOASTS.success)
      return true
    } catch (error) {
      toast.error(answeredText(error, copy.deleteFailed) ?? calls.offline, TOASTS.other)
      return false
    }
  }
}

function meaningOf({ status, reference, amount, currency }: Sale): string {
  if (status === 'Refunded') return copy.deleteMeaningRefunded(reference)
  if (status !== 'Completed') return copy.deleteMeaning(reference)
  return copy.deleteMeaningPaid(reference, formatAmount(amount, currency), copy.accounts[currency])
}
