// The rule for a field in which somebody types an amount; the field says what is wrong with it.
import * as v from 'valibot'
import { amountFaults } from '../copy/money'
import { readAmount } from '../lib/read-amount'

export const typedAmount = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { fault } = readAmount(dataset.value)
    if (fault) addIssue({ message: amountFaults[fault] })
  }),
)
