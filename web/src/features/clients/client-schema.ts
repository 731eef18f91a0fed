// The form of a client: initial values, validation, and the request bodies.
import * as v from 'valibot'
import { ACCOUNT_TYPES, type Client, type ClientBody, RELATIONSHIPS } from '@/entities/clients/client'
import { CLIENT } from '@/shared/config/limits'
import { clients, clientForm as copy } from '@/shared/copy/clients'

const requiredText = (most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(copy.required), v.maxLength(most, copy.tooLong(most)))
const optionalText = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, copy.tooLong(most)))

export const clientSchema = v.object({
  name: requiredText(CLIENT.nameMax),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.required),
    v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, clients.emailInvalid),
  ),
  phone: optionalText(CLIENT.phoneMax),
  address: optionalText(CLIENT.addressMax),
  account_number: v.pipe(
    requiredText(CLIENT.accountNumberMax),
    v.check(
      (typed) => typed === '' || /^(?=.*[0-9A-Za-z])[0-9A-Za-z ./-]+$/.test(typed),
      copy.accountNumberBad,
    ),
  ),
  bank_name: requiredText(CLIENT.bankNameMax),
  bank_code: optionalText(CLIENT.bankCodeMax),
  account_type: v.picklist(ACCOUNT_TYPES),
  relationship: v.picklist(RELATIONSHIPS),
  notes: optionalText(CLIENT.notesMax),
})

export type ClientValues = v.InferOutput<typeof clientSchema>

export function newValues(name = ''): ClientValues {
  return {
    name,
    email: '',
    phone: '',
    address: '',
    account_number: '',
    bank_name: '',
    bank_code: '',
    account_type: 'checking',
    relationship: 'business',
    notes: '',
  }
}

export function valuesOf(client: Client): ClientValues {
  return {
    name: client.name,
    email: client.email,
    phone: client.phone ?? '',
    address: client.address ?? '',
    account_number: client.account_number,
    bank_name: client.bank_name,
    bank_code: client.bank_code ?? '',
    account_type: client.account_type,
    relationship: client.relationship,
    notes: client.notes ?? '',
  }
}

/** Returns the request body for a new client, without empty fields. */
export function bodyOf(values: ClientValues): ClientBody {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/**
 * Returns the fields that differ from the stored client. An emptied field is sent as an empty text, which clears it.
 */
export function changeOf(before: Client, values: ClientValues): ClientBody {
  const was = valuesOf(before)
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== was[field as keyof ClientValues],
  )
  return Object.fromEntries(changed)
}

/** True if a required field is empty. The message for that is shown once above the form. */
export function isIncomplete(errors: Partial<Record<keyof ClientValues, { message?: string }>>): boolean {
  return Object.values(errors).some((error) => error?.message === copy.required)
}
