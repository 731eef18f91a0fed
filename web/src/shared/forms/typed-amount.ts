// The rules for a field in which somebody types an amount. A schema that uses them turns the typed text into minor units
// (bigint), so that the text is read once; what is wrong with it becomes the field's message.
import * as v from 'valibot'
import { amountFaults } from '@/shared/copy/money/money'
import { readAmount } from '@/shared/lib/money/read-amount'

/** An amount above zero. */
export const typedAmount = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { minor, fault } = readAmount(dataset.value)
    if (minor !== undefined) return minor
    addIssue({ message: amountFaults[fault] })
    return NEVER
  }),
)

/** An amount that may be left empty, which gives null. With `allowsZero` it may also be zero. */
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
