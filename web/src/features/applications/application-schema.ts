// The form of an application: initial values, validation, and the request bodies.
import * as v from 'valibot'
import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  type Application,
  type ApplicationBody,
} from '@/entities/applications/application'
import { APPLICATION, CURRENCIES } from '@/shared/config/limits'
import { applicationForm as copy } from '@/shared/copy/applications'
import { optionalTypedAmount } from '@/shared/forms/typed-amount'
import { toMinor } from '@/shared/lib/money/money'
import { toNumber, toTyped } from '@/shared/lib/money/read-amount'

export const applicationSchema = v.object({
  type: v.picklist(APPLICATION_TYPES),
  status: v.picklist(APPLICATION_STATUSES),
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.nameRequired),
    v.maxLength(APPLICATION.titleMax, copy.nameTooLong),
  ),
  organization: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.organizationRequired),
    v.maxLength(APPLICATION.organizationMax, copy.organizationTooLong),
  ),
  amount: optionalTypedAmount(),
  currency: v.picklist(CURRENCIES),
  notes: v.pipe(v.string(), v.trim(), v.maxLength(APPLICATION.notesMax, copy.notesTooLong)),
})

/** The texts in the form's fields, and the values that the schema parses from them. */
export type ApplicationInput = v.InferInput<typeof applicationSchema>
type ApplicationValues = v.InferOutput<typeof applicationSchema>

export const NEW_APPLICATION: ApplicationInput = {
  type: 'licence',
  status: 'draft',
  title: '',
  organization: '',
  amount: '',
  currency: 'USD',
  notes: '',
}

export function valuesOf(application: Application): ApplicationInput {
  const { type, status, title, organization, amount, currency, notes } = application
  return {
    type,
    status,
    title,
    organization,
    amount: amount === null ? '' : toTyped(toMinor(amount)),
    currency,
    notes: notes ?? '',
  }
}

export function bodyOf({ amount, notes, ...rest }: ApplicationValues): ApplicationBody {
  return {
    ...rest,
    ...(amount === null ? {} : { amount: toNumber(amount) }),
    ...(notes === '' ? {} : { notes }),
  }
}

/**
 * Returns the fields that differ from the stored application. An emptied amount is sent as null, emptied notes as an
 * empty text.
 */
export function changeOf(before: Application, values: ApplicationValues): ApplicationBody {
  const was = valuesOf(before)
  const { amount, ...rest } = values
  const changed = Object.entries(rest).filter(([field, value]) => value !== was[field as keyof typeof rest])
  const amountBefore = before.amount === null ? null : toMinor(before.amount)
  return {
    ...Object.fromEntries(changed),
    ...(amount === amountBefore ? {} : { amount: amount === null ? null : toNumber(amount) }),
  }
}
