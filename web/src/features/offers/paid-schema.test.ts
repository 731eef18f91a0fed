import { describe, expect, it } from 'vitest'
import { bodyOf, bookingsOf, faultsOf, newPayment, type PaidInput } from './paid-schema'

const NOW = new Date(2026, 10, 18, 12)
const values = (change: Partial<PaidInput> = {}): PaidInput => ({
  ...newPayment(14_900n, 'a1'),
  day: '2026-11-17',
  ...change,
})
const faults = (change: Partial<PaidInput>) =>
  faultsOf(values(change), 14_900n, 'USD', NOW).map(([path]) => path)

describe('OFF-08 marking an offer as paid', () => {
  it('takes the whole price, a fee below it, and a day up to today', () => {
    expect(faults({})).toEqual([])
    expect(faults({ fee: '148.99' })).toEqual([])
    expect(faults({ fee: '149' })).toEqual(['fee'])
    expect(faults({ amount: '100' })).toEqual(['amount'])
    expect(faults({ day: '2026-11-19' })).toEqual(['day'])
    expect(faultsOf(values({ amount: '100' }), 14_900n, 'USD', NOW)[0]?.[1]).toContain('$149.00')
  })

  it('says what will be booked, to the cent', () => {
    expect(bookingsOf({ amount: '149', fee: '4.62' })).toEqual({ amount: 14_900n, fee: 462n, left: 14_438n })
    expect(bookingsOf({ amount: '', fee: 'x' })).toEqual({ amount: 0n, fee: 0n, left: 0n })
  })

  it('leaves an empty reference out', () => {
    expect(bodyOf(values({ fee: '4.62', reference: ' 8FX20417LK ' }))).toEqual({
      amount: 149,
      fee: 4.62,
      account: 'a1',
      day: '2026-11-17',
      payment_reference: '8FX20417LK',
    })
    expect(bodyOf(values())).not.toHaveProperty('payment_reference')
  })
})
