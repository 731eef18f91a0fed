// Schemas for a field with a typed amount. They parse the text into minor units (bigint), so that it is parsed only
// once; a parse error becomes the field's message.
import * as v from 'valibot'
import { amountFaults } from '@/shared/copy/money/money'
import { readAmount } from '@/shared/lib/money/read-amount'

/** A schema for an amount above zero. */
export const typedAmount = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { minor, fault } = readAmount(dataset.value)
    if (minor !== undefined) return minor
    addIssue({ message: amountFaults[fault] })
    return NEVER
  }),
)

/** Returns a schema for an amount that may be left empty, which gives null. With `allowsZero` it may also be zero. */
export function optionalTypedAmount({ allowsZero = false } = {}) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.rawTransform(({ dataset, addIssue, NEVER }): bigint | null => {
      if (dataset.value === '') return null
      const { minor, fault } = readAmount(dataset.value)
      if (minor !== undefined) return minor
      if (allowsZero && fault === 'zero') return 0n
      addIssue({ message: amountFaults[fault] })
      return NEVER
    }),
  )
}
