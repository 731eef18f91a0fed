// Emails a sale's receipt to its client, and shows the outcome as a toast.
import { useEmailReceipt as useSend } from '@/entities/sales/mutations'
import type { Sale } from '@/entities/sales/sale'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { sales as copy } from '@/shared/copy/sales'
import { toast } from '@/shared/ui/toast/toast'

export function useEmailReceipt() {
  const { mutate, isPending } = useSend()
  return {
    isPending,
    send: (sale: Sale) =>
      mutate(sale.id, {
        onSuccess: ({ email }) => toast.success(copy.receiptEmailed(email), TOASTS.success),
        onError: (error) =>
          toast.error(errorMessageOf(error, copy.receiptEmailFailed) ?? calls.offline, TOASTS.other),
      }),
  }
}
