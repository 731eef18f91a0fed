// Refunds a sale after a confirmation that says what will happen. The idempotency key makes sure that a repeated
// request refunds only once.
import { useRefundSale as useRefund } from '@/entities/sales/mutations'
import type { Sale } from '@/entities/sales/sale'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { sales as copy } from '@/shared/copy/sales'
import { useAttempts } from '@/shared/forms/attempts'
import { formatAmount } from '@/shared/lib/money'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

/** Resolves true if the money was refunded. */
export function useRefundSale(): (sale: Sale) => Promise<boolean> {
  const { mutateAsync } = useRefund()
  const attempts = useAttempts()
  return async ({ id, amount, currency, client }) => {
    const isSure = await confirm({
      title: copy.refundQuestion,
      description: copy.refundMeaning(formatAmount(amount, currency), copy.accounts[currency], client),
      confirmLabel: copy.refund,
    })
    if (!isSure) return false
    try {
      await mutateAsync({ id, key: attempts.keyFor({ id }) })
      attempts.done()
      toast.success(copy.refunded, TOASTS.success)
      return true
    } catch (error) {
      toast.error(answeredText(error, copy.refundFailed) ?? calls.offline, TOASTS.other)
      return false
    }
  }
}
