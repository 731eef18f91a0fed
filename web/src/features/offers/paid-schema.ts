// The form that books a payment of an offer: the amount, the fee, the account, and the day.
import type { PaidBody } from '@/entities/offers/mutations'
import { amountFaults } from '@/shared/copy/money/money'
import { paidForm as copy } from '@/shared/copy/offers'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'
import { formatMinor } from '@/shared/lib/money/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { isDay, today } from '@/shared/lib/time/calendar'

export type PaidInput = { amount: string; fee: string; account: string; day: string; reference: string }

export const paidSchema = (total: bigint, currency: string) =>
  checkedSchema<PaidInput>((values) => faultsOf(values, total, currency))

export function newPayment(total: bigint, account: string): PaidInput {
  return { amount: toTyped(total), fee: '', account, day: today(), reference: '' }
}

export function faultsOf(values: PaidInput, total: bigint, currency: string, now = new Date()): FieldFault[] {
  const faults: FieldFault[] = []
  const amount = readAmount(values.amount)
  if (amount.fault) faults.push(['amount', amountFaults[amount.fault]])
  else if (amount.minor < total) faults.push(['amount', copy.part(formatMinor(total, currency))])
  const fee = feeOf(values.fee)
  if (typeof fee === 'string') faults.push(['fee', fee])
  else if (amount.minor !== undefined && fee >= amount.minor) faults.push(['fee', copy.feeTooMuch])
  if (!isDay(values.day) || values.day > today(now)) faults.push(['day', copy.dayWrong])
  return faults
}

/** Parses the fee into minor units, or returns the error message; an empty field means no fee. */
function feeOf(typed: string): bigint | string {
  const { minor, fault } = readAmount(typed)
  if (minor !== undefined) return minor
  return fault === 'missing' || fault === 'zero' ? 0n : amountFaults[fault]
}

export interface Bookings {
  amount: bigint
  fee: bigint
  left: bigint
}

/** Computes the entries that will be booked from the valid fields. */
export function bookingsOf({ amount, fee }: Pick<PaidInput, 'amount' | 'fee'>): Bookings {
  const whole = readAmount(amount).minor ?? 0n
  const taken = feeOf(fee)
  const minor = typeof taken === 'string' ? 0n : taken
  return { amount: whole, fee: minor, left: whole - minor }
}

/** Converts valid form values into the request body. */
export function bodyOf(values: PaidInput): PaidBody {
  const { amount, fee } = bookingsOf(values)
  const reference = values.reference.trim()
  return {
    amount: toNumber(amount),
    fee: toNumber(fee),
    account: values.account,
    day: values.day,
    ...(reference === '' ? {} : { payment_reference: reference }),
  }
}
