// The form of a sale: initial values, validation, and the request bodies. A sale names a beat of the library or only
// a title, and one of the clients or only a buyer's name.
import * as v from 'valibot'
import { LICENSES, SALE_CURRENCIES, type Sale, type SaleBody } from '@/entities/sales/sale'
import { SALE } from '@/shared/config/limits'
import { saleForm as copy } from '@/shared/copy/sales'
import { typedAmount } from '@/shared/forms/typed-amount'
import { toMinor } from '@/shared/lib/money/money'
import { toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { isDay, today } from '@/shared/lib/time/calendar'

/** The statuses that the form offers; a sale becomes Refunded only through a refund. */
export const FORM_STATUSES = ['Completed', 'Pending', 'Failed'] as const

export const saleSchema = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.titleRequired),
    v.maxLength(SALE.titleMax, copy.titleTooLong),
  ),
  /** The id of the sold beat; empty if it is not in the library. */
  beat_id: v.string(),
  client: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.clientRequired),
    v.maxLength(SALE.clientMax, copy.clientTooLong),
  ),
  /** The id of the client; empty if the buyer is not one of the clients. */
  client_id: v.string(),
  amount: typedAmount,
  currency: v.picklist(SALE_CURRENCIES),
  license: v.picklist(LICENSES),
  date: v.pipe(v.string(), v.check(isDay, copy.dateRequired)),
  status: v.picklist(FORM_STATUSES),
  notes: v.pipe(v.string(), v.trim(), v.maxLength(SALE.notesMax, copy.notesTooLong)),
})

/** The texts in the form's fields, and the values that the schema parses from them. */
export type SaleInput = v.InferInput<typeof saleSchema>
export type SaleValues = v.InferOutput<typeof saleSchema>

/** The initial values of a new sale. A default currency without an account, such as KES, is replaced by US dollars. */
export function newValues(defaultCurrency?: string, now = new Date()): SaleInput {
  return {
    title: '',
    beat_id: '',
    client: '',
    client_id: '',
    amount: '',
    currency: SALE_CURRENCIES.find((currency) => currency === defaultCurrency) ?? 'USD',
    license: 'basic',
    date: today(now),
    status: 'Completed',
    notes: '',
  }
}

export function valuesOf(sale: Sale): SaleInput {
  return {
    title: sale.title,
    beat_id: sale.beat_id ?? '',
    client: sale.client,
    client_id: sale.client_id ?? '',
    amount: toTyped(toMinor(sale.amount)),
    currency: sale.currency,
    license: sale.license,
    date: sale.date,
    status: FORM_STATUSES.find((status) => status === sale.status) ?? 'Completed',
    notes: sale.notes ?? '',
  }
}

export function bodyOf(values: SaleValues): SaleBody {
  const { beat_id, client, client_id, amount, notes, ...rest } = values
  return {
    ...rest,
    ...(beat_id === '' ? {} : { beat_id }),
    ...(client_id === '' ? { client } : { client_id }),
    amount: toNumber(amount),
    ...(notes === '' ? {} : { notes }),
  }
}

/** Returns the fields that differ from the stored entry; empty if none does. */
export function changeOf(before: Sale, values: SaleValues): SaleBody {
  const was = valuesOf(before)
  const { beat_id, client, client_id, amount, ...rest } = values
  const plain = Object.entries(rest).filter(([field, value]) => value !== was[field as keyof SaleInput])
  return {
    ...Object.fromEntries(plain),
    ...(amount === toMinor(before.amount) ? {} : { amount: toNumber(amount) }),
    ...(beat_id === was.beat_id ? {} : { beat_id: beat_id === '' ? null : beat_id }),
    ...buyerChange(was, { client, client_id }),
  }
}

type Buyer = Pick<SaleValues, 'client' | 'client_id'>

function buyerChange(was: Buyer, now: Buyer): SaleBody {
  if (now.client_id !== '') return now.client_id === was.client_id ? {} : { client_id: now.client_id }
  if (was.client_id !== '') return { client_id: null, client: now.client }
  return now.client === was.client ? {} : { client: now.client }
}
