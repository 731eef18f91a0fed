import { describe, expect, it } from 'vitest'
import type { Sale } from '@/entities/sales/sale'
import type { Transaction } from '@/entities/transactions/transaction'
import { timelineOf } from './timeline'

const sale = (id: string, date: string, rest: Partial<Sale> = {}) =>
  ({
    id,
    date,
    reference: `SALE-${id}`,
    title: `Sale ${id}`,
    created_at: `${date}T10:00:00Z`,
    amount: 10,
    currency: 'USD',
    license: 'premium',
    status: 'Completed',
    ...rest,
  }) as Sale

const move = (id: string, date: string, rest: Partial<Transaction> = {}) =>
  ({
    id,
    date,
    reference: `TXN-${id}`,
    title: `Move ${id}`,
    created_at: `${date}T12:00:00Z`,
    amount: -5,
    currency: 'USD',
    type: 'payment',
    status: 'completed',
    sale_id: null,
    ...rest,
  }) as Transaction

const read = <Row>(rows: Row[], nextCursor: string | null = null) => ({
  pages: [{ rows, total: rows.length, totalIsExact: true, nextCursor }],
})

const ids = ({ entries }: ReturnType<typeof timelineOf>) => entries.map(({ id }) => id)

// CLI-04
describe("a client's sales and payments", () => {
  it('are one story, the newest first, and within a day by when they were recorded', () => {
    const story = timelineOf(
      read([sale('s3', '2026-11-12'), sale('s1', '2026-10-01')]),
      read([move('m2', '2026-11-12'), move('m1', '2026-10-20')]),
    )
    expect(ids(story)).toEqual(['m2', 's3', 'm1', 's1'])
    expect(story.needsPage).toEqual({ sales: false, money: false })
  })

  it('tell what a sale brought once, and what was given back as a movement of its own', () => {
    const story = timelineOf(
      read([
        sale('s1', '2026-10-01', {
          status: 'Refunded',
          transaction_id: 'brought',
          refund_transaction_id: 'back',
        }),
      ]),
      read([
        move('fee', '2026-10-03', { sale_id: 's1', amount: -2 }),
        move('tip', '2026-10-03', { sale_id: 's1', amount: 3, type: 'deposit' }),
        move('back', '2026-10-02', { sale_id: 's1', amount: -10 }),
        move('brought', '2026-10-01', { sale_id: 's1', amount: 10, type: 'deposit' }),
      ]),
    )
    expect(ids(story)).toEqual(['fee', 'tip', 'back', 's1'])
    expect(story.entries.map(({ kind }) => kind)).toEqual(['payment', 'deposit', 'refund', 'sale'])
    expect(story.entries[2]).toMatchObject({ amount: -10, movedMoney: true, detail: 'Refund' })
    expect(story.entries[3]).toMatchObject({ detail: 'Premium', status: 'Refunded' })
  })

  it('say which of them moved no money', () => {
    const story = timelineOf(
      read([sale('a', '2026-10-02', { status: 'Pending' }), sale('b', '2026-10-01', { status: 'Failed' })]),
      read([move('c', '2026-09-01', { status: 'failed' })]),
    )
    expect(story.entries.map(({ movedMoney }) => movedMoney)).toEqual([false, false, false])
  })

  it('are told only as far back as both lists are known', () => {
    const sold = read([sale('s2', '2026-11-10'), sale('s1', '2026-11-01')], 'more')
    const moved = read([move('m2', '2026-11-05'), move('m1', '2026-06-01')])
    const story = timelineOf(sold, moved)
    // An older sale may lie between November 1 and June 1, so that payment is not shown yet.
    expect(ids(story)).toEqual(['s2', 'm2', 's1'])
    expect(story.needsPage).toEqual({ sales: true, money: false })
  })

  it('do not tell twice what a sale brought that is on the next page', () => {
    const sold = read([sale('s2', '2026-11-01')], 'more')
    const moved = read([move('brought', '2026-11-01', { sale_id: 's1', amount: 10, type: 'deposit' })])
    expect(ids(timelineOf(sold, moved))).toEqual(['s2'])
  })

  it('ask first for the list that is known least', () => {
    const sold = read([sale('s1', '2026-11-01')], 'more')
    const moved = read([move('m1', '2026-06-01')], 'more')
    expect(timelineOf(sold, moved).needsPage).toEqual({ sales: true, money: false })
    expect(timelineOf(read([sale('s1', '2026-06-01')], 'more'), moved).needsPage).toEqual({
      sales: true,
      money: true,
    })
  })
})
