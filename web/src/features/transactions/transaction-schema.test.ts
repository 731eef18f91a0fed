import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '@/entities/transactions/transaction'
import { amountFaults } from '@/shared/copy/money/money'
import { transactionForm as copy } from '@/shared/copy/money/transactions'
import {
  bodyOf,
  changeOf,
  newValues,
  type TransactionInput,
  transactionSchema,
  valuesOf,
} from './transaction-schema'

const rent: Transaction = {
  id: 't1',
  reference: 'TXN-047',
  type: 'payment',
  title: 'Studio rent',
  description: null,
  date: '2026-11-12',
  time: '18:05',
  amount: -640.1,
  currency: 'USD',
  status: 'completed',
  account_id: 'wallet',
  beneficiary_id: null,
  card_id: null,
  sale_id: null,
  owning_sale: null,
  transfer: null,
  created_at: '2026-11-12T18:05:00Z',
  updated_at: '2026-11-12T18:05:00Z',
}

function faults(change: Partial<ReturnType<typeof newValues>>) {
  const values = { ...newValues('wallet'), title: 'Rent', amount: '5', ...change }
  const { issues } = v.safeParse(transactionSchema, values)
  return (issues ?? []).map((issue) => issue.message)
}

const parsed = (input: TransactionInput) => v.parse(transactionSchema, input)

describe('the form of a transaction (TXN-01)', () => {
  it.each([
    [{}, []],
    [{ title: '  ' }, [copy.titleRequired]],
    [{ title: 'x'.repeat(201) }, [copy.titleTooLong]],
    [{ amount: '' }, [amountFaults.missing]],
    [{ amount: '1.234' }, [amountFaults.tooFine]],
    [{ amount: '0' }, [amountFaults.zero]],
    [{ date: '2026-02-30' }, [copy.dateRequired]],
    [{ time: '25:00' }, [copy.timeRequired]],
    [{ description: 'x'.repeat(2001) }, [copy.descriptionTooLong]],
  ])('%o is answered with %o', (change, messages) => {
    expect(faults(change)).toEqual(messages)
  })

  it.each([
    ['deposit', 'out', 12.5],
    ['withdrawal', 'in', -12.5],
    ['payment', 'in', -12.5],
    ['other', 'in', 12.5],
    ['other', 'out', -12.5],
  ] as const)('a %s said to go %s is sent as %d', (type, direction, amount) => {
    const values = parsed({ ...newValues('wallet'), title: 'A', amount: '12.50', type, direction })
    expect(bodyOf(values)).toMatchObject({ type, amount, account_id: 'wallet' })
    expect(bodyOf(values)).not.toHaveProperty('direction')
  })

  it('of an existing one sends only what changed', () => {
    const values = valuesOf(rent)
    expect(values).toMatchObject({ amount: '640.10', direction: 'out' })
    expect(changeOf(rent, parsed(values))).toEqual({})
    expect(changeOf(rent, parsed({ ...values, title: 'Rent', amount: '640.2' }))).toEqual({
      title: 'Rent',
      amount: -640.2,
    })
    expect(changeOf({ ...rent, description: 'May' }, parsed(valuesOf(rent)))).toEqual({ description: '' })
  })
})
