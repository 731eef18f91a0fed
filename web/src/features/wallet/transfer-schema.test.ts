import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Account } from '@/entities/wallet/queries'
import { newTransfer, rateFor, receivedFor, transferOf, transferSchema } from './transfer-schema'

const ACCOUNTS = [
  { id: 'w', currency: 'USD', balance: 1000 },
  { id: 'u', currency: 'USD', balance: 20 },
  { id: 'e', currency: 'EUR', balance: 0 },
] as Account[]
const schema = transferSchema(ACCOUNTS)
const read = (typed: object) => v.safeParse(schema, { ...newTransfer(ACCOUNTS), ...typed })
const faults = (typed: object) => read(typed).issues?.map(({ path }) => path?.[0]?.key)

describe('MOVE-01 a transfer', () => {
  it('computes what arrives to the cent, and the rate from it', () => {
    expect(receivedFor('500', '0.8621')).toBe('431.05')
    expect(receivedFor('0.01', '0.5')).toBe('0.01')
    expect(receivedFor('999999999999.99', '1.5')).toBe('1499999999999.99')
    expect(receivedFor('', '0.8')).toBe('')
    expect(receivedFor('5', '.')).toBe('')
    expect(rateFor('500', '431.05')).toBe('0.8621')
    expect(rateFor('100', '100')).toBe('1')
    expect(rateFor('3', '1')).toBe('0.333333')
  })

  it('asks for a rate only where the currencies differ', () => {
    const same = read({ to: 'u', amount: '5' })
    expect(same.success && transferOf(same.output)).toMatchObject({ from: 'w', to: 'u', amount: 5 })
    expect(same.success && transferOf(same.output)).not.toHaveProperty('rate')
    expect(faults({ to: 'e', amount: '5' })).toEqual(['received'])
    const typed = { to: 'e', amount: '5', rate: '0.9', received: '4.50' }
    const byRate = read(typed)
    expect(byRate.success && transferOf(byRate.output)).toMatchObject({ rate: 0.9 })
    const byAmount = read({ ...typed, typed: 'received' })
    expect(byAmount.success && transferOf(byAmount.output)).toMatchObject({ received: 4.5 })
    expect(byAmount.success && transferOf(byAmount.output)).not.toHaveProperty('rate')
  })

  it('stays within the balance and between two accounts', () => {
    expect(faults({ to: 'u', amount: '1000.01' })).toEqual(['amount'])
    expect(faults({ to: 'w', amount: '1' })).toEqual(['to'])
    expect(faults({ to: 'u', amount: '', date: '' })).toEqual(['amount', 'date'])
  })
})
