// The form of an application: what it starts from, what it accepts, and what of it is sent.
import * as v from 'valibot'
import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  type Application,
  type ApplicationBody,
} from '@/entities/applications/application'
import { APPLICATION, CURRENCIES } from '@/shared/config/limits'
import { applicationForm as copy } from '@/shared/copy/applications'
import { amountFaults } from '@/shared/copy/money'
import { toMinor } from '@/shared/lib/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/read-amount'

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
  // Nothing typed is no amount; what is typed must be one.
  amount: v.pipe(
    v.string(),
    v.trim(),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return
      const { fault } = readAmount(dataset.value)
      if (fault) addIssue({ message: amountFaults[fault] })
    }),
  ),
  currency: v.picklist(CURRENCIES),
  notes: v.pipe(v.string(), v.trim(), v.maxLength(APPLICATION.notesMax, copy.notesTooLong)),
})

export type ApplicationValues = v.InferOutput<typeof applicationSchema>

export const NEW_APPLICATION: ApplicationValues = {
  type: 'licence',
  status: 'draft',
  title: '',
  organization: '',
  amount: '',
  currency: 'USD',
  notes: '',
}

export function valuesOf(application: Application): ApplicationValues {
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
    ...(amount === '' ? {} : { amount: numberOf(amount) }),
    ...(notes === '' ? {} : { notes }),
  }
}

/** Only what differs from before; an emptied amount and emptied notes are taken away. */
export function changeOf(before: Application, values: ApplicationValues): ApplicationBody {
  const was = valuesOf(before)
  const { amount, ...rest } = values
  const changed = Object.entries(rest).filter(([field, value]) => value !== was[field as keyof typeof rest])
  const amountNow = amount === '' ? null : numberOf(amount)
  const amountBefore = before.amount === null ? null : Number(before.amount)
  return {
    ...Object.fromEntries(changed),
    ...(amountNow === amountBefore ? {} : { amount: amountNow }),
  }
}

function numberOf(typed: string): number {
  return toNumber(readAmount(typed).minor ?? 0n)
}
