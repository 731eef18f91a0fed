// The form of a payment to a client, and its request body.
import * as v from 'valibot'
import type { Payment } from '@/entities/clients/mutations'
import { TRANSACTION } from '@/shared/config/limits'
import { payClient as copy } from '@/shared/copy/clients'
import { typedAmount } from '@/shared/forms/typed-amount'
import { toNumber } from '@/shared/lib/money/read-amount'

export const paySchema = v.object({
  amount: typedAmount,
  account_id: v.string(),
  note: v.pipe(v.string(), v.trim(), v.maxLength(TRANSACTION.descriptionMax, copy.noteTooLong)),
})

type PayValues = v.InferOutput<typeof paySchema>

export function paymentOf({ amount, account_id, note }: PayValues): Payment {
  return { amount: toNumber(amount), account_id, ...(note === '' ? {} : { note }) }
}
