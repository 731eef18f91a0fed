// The form of a transaction: initial values, validation, and the request bodies. A person types the amount and
// chooses the direction; the sign is added here.
import * as v from 'valibot'
import {
  FORM_TYPES,
  STATUSES,
  type Transaction,
  type TransactionBody,
  type TransactionType,
} from '@/entities/transactions/transaction'
import { TRANSACTION } from '@/shared/config/limits'
import { transactionForm as copy } from '@/shared/copy/money/transactions'
import { typedAmount } from '@/shared/forms/typed-amount'
import { toMinor } from '@/shared/lib/money/money'
import { toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { isDay, isTime, timeNow, today } from '@/shared/lib/time/calendar'

const DIRECTIONS = ['in', 'out'] as const
type Direction = (typeof DIRECTIONS)[number]

export const transactionSchema = v.object({
  type: v.picklist(FORM_TYPES),
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.titleRequired),
    v.maxLength(TRANSACTION.titleMax, copy.titleTooLong),
  ),
  amount: typedAmount,
  direction: v.picklist(DIRECTIONS),
  account_id: v.string(),
  date: v.pipe(v.string(), v.check(isDay, copy.dateRequired)),
  time: v.pipe(v.string(), v.check(isTime, copy.timeRequired)),
  status: v.picklist(STATUSES),
  description: v.pipe(v.string(), v.trim(), v.maxLength(TRANSACTION.descriptionMax, copy.descriptionTooLong)),
})

/** The texts in the form's fields, and the values that the schema parses from them. */
export type TransactionInput = v.InferInput<typeof transactionSchema>
type TransactionValues = v.InferOutput<typeof transactionSchema>

/** The direction of a transaction: only 'other' can go either way. */
function directionOf(type: TransactionType, chosen: Direction): Direction {
  if (type === 'other') return chosen
  return type === 'deposit' ? 'in' : 'out'
}

export function newValues(accountId: string, now = new Date()): TransactionInput {
  return {
    type: 'deposit',
    title: '',
    amount: '',
    direction: 'in',
    account_id: accountId,
    date: today(now),
    time: timeNow(now),
    status: 'completed',
    description: '',
  }
}

export function valuesOf(transaction: Transaction): TransactionInput {
  const minor = toMinor(transaction.amount)
  return {
    type: FORM_TYPES.find((type) => type === transaction.type) ?? 'other',
    title: transaction.title,
    amount: toTyped(minor),
    direction: minor < 0n ? 'out' : 'in',
    account_id: transaction.account_id,
    date: transaction.date,
    time: transaction.time,
    status: transaction.status,
    description: transaction.description ?? '',
  }
}

export function bodyOf(values: TransactionValues): TransactionBody {
  const { direction, amount, ...rest } = values
  const signed = directionOf(values.type, direction) === 'out' ? -amount : amount
  return { ...rest, amount: toNumber(signed) }
}

/** Returns the fields that differ from the stored entry; empty if none does. */
export function changeOf(before: Transaction, values: TransactionValues): TransactionBody {
  const minor = toMinor(before.amount)
  const was = bodyOf({ ...valuesOf(before), amount: minor < 0n ? -minor : minor })
  const changed = Object.entries(bodyOf(values)).filter(
    ([field, value]) => value !== was[field as keyof TransactionBody],
  )
  return Object.fromEntries(changed)
}
