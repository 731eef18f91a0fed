// The form of a deposit or withdrawal, and what of it is sent.
import * as v from 'valibot'
import type { Movement } from '@/entities/wallet/mutations'
import { TRANSACTION } from '@/shared/config/limits'
import { moveMoney as copy } from '@/shared/copy/finances'
import { typedAmount } from '@/shared/forms/typed-amount'
import { readAmount, toNumber } from '@/shared/lib/read-amount'

export const movementSchema = v.object({
  amount: typedAmount,
  note: v.pipe(v.string(), v.trim(), v.maxLength(TRANSACTION.descriptionMax, copy.noteTooLong)),
})

export type MovementValues = v.InferOutput<typeof movementSchema>

export function movementOf({ amount, note }: MovementValues): Movement {
  const minor = readAmount(amount).minor ?? 0n
  return { amount: toNumber(minor), ...(note === '' ? {} : { note }) }
}
