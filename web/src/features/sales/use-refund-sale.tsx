// Refunds a sale after a confirmation that describes the consequences. For a sale from an offer it also asks what
// happened to the fee. The idempotency key makes sure that a repeated request refunds only once.
import { useQueryClient } from '@tanstack/react-query'
import { useRefundSale as useRefund } from '@/entities/sales/mutations'
import { saleQuery } from '@/entities/sales/queries'
import type { Sale } from '@/entities/sales/sale'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { refundFee } from '@/shared/copy/offers'
import { sales as copy } from '@/shared/copy/sales'
import { useAttempts } from '@/shared/forms/attempts'
import { formatAmount } from '@/shared/lib/money/money'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'
import { FeeChoice, type FeeOutcome } from './fee-choice'

/** Returns a function that refunds a sale after a confirmation. It resolves true if the sale was refunded. */
export function useRefundSale(): (sale: Sale) => Promise<boolean> {
  const client = useQueryClient()
  const { mutateAsync } = useRefund()
  const attempts = useAttempts()
  return async (sale) => {
    // A sale in the list has no offer, so the full sale is fetched.
    const whole = await client.fetchQuery({ ...saleQuery(sale.id), staleTime: 0 }).catch(() => sale)
    const { id, amount, currency, offer_id } = whole
    const fee = whole.fee ?? 0
    const hasFee = fee > 0
    let fate: FeeOutcome = 'kept'
    const meaning = copy.refundMeaning(formatAmount(amount, currency), copy.accounts[currency], whole.client)
    const isSure = await confirm({
      title: copy.refundQuestion,
      description: offer_id == null ? meaning : `${meaning} ${refundFee.ends}`,
      content: hasFee ? (
        <FeeChoice
          initial={fate}
          fee={formatAmount(fee, currency)}
          onChange={(chosen) => {
            fate = chosen
          }}
        />
      ) : undefined,
      confirmLabel: copy.refund,
    })
    if (!isSure) return false
    const choice = hasFee ? { fee: fate } : {}
    try {
      await mutateAsync({ id, ...choice, key: attempts.keyFor({ id, ...choice }) })
      attempts.done()
      toast.success(copy.refunded, TOASTS.success)
      return true
    } catch (error) {
      toast.error(errorMessageOf(error, copy.refundFailed) ?? calls.offline, TOASTS.other)
      return false
    }
  }
}
