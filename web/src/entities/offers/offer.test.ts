import { describe, expect, it } from 'vitest'
import { allowedFor, linesTitle, type Offer, offerDisplayStateOf, stepsOf } from './offer'

const NONE = { sent_at: null, viewed_at: null, accepted_at: null, paid_at: null, delivered_at: null }
const at = '2026-11-17T14:32:08Z'

describe('OFF-01 how far an offer got', () => {
  const done = (offer: Parameters<typeof stepsOf>[0]) =>
    stepsOf(offer)
      .filter(({ isDone }) => isDone)
      .map(({ step }) => step)

  it('a later step counts those before it, though nobody recorded them', () => {
    expect(done({ ...NONE, state: 'draft' })).toEqual([])
    expect(done({ ...NONE, state: 'sent', sent_at: at })).toEqual(['sent'])
    expect(done({ ...NONE, state: 'accepted', sent_at: at, accepted_at: at })).toEqual([
      'sent',
      'viewed',
      'accepted',
    ])
    expect(done({ ...NONE, state: 'withdrawn', sent_at: at, viewed_at: at })).toEqual(['sent', 'viewed'])
  })

  it('names the first beat and counts the others', () => {
    const more = (count: number) => `and ${count} more`
    expect(linesTitle([{ title: 'Harbor' }], more)).toBe('Harbor')
    expect(linesTitle([{ title: 'Harbor' }, { title: 'Glass' }, { title: 'Rain' }], more)).toBe(
      'Harbor and 2 more',
    )
  })
})

describe('OFF-11 OFF-13 what wants to be looked at comes first', () => {
  const counter = { price: 80, reason: '', at, answer: null } as Offer['counter']
  const payment_reports = [{ id: 'evt_1' }] as Offer['payment_reports']

  it('a payment that does not fit, then a price that was named', () => {
    expect(offerDisplayStateOf({ state: 'accepted', payment_reports, counter })).toBe('attention')
    expect(offerDisplayStateOf({ state: 'viewed', payment_reports: [], counter })).toBe('counter')
    expect(offerDisplayStateOf({ state: 'accepted', payment_reports: [], counter })).toBe('accepted')
    const answered = { ...counter, answer: 'declined' } as Offer['counter']
    expect(offerDisplayStateOf({ state: 'viewed', payment_reports: [], counter: answered })).toBe('viewed')
  })
})

describe('OFF-02 OFF-08 what the state allows', () => {
  const offer = (change: Partial<Offer>) =>
    allowedFor({ state: 'sent', total: 149, source: 'app', mails_sent: 1, missing: [], ...change })

  it('a draft is sent or deleted, one that was asked for is also declined', () => {
    expect(offer({ state: 'draft' })).toMatchObject({
      send: true,
      remove: true,
      decline: false,
      resend: false,
    })
    expect(offer({ state: 'draft', source: 'share' }).decline).toBe(true)
  })

  it('a free offer is never marked as paid, and a closed one allows nothing more', () => {
    expect(offer({ state: 'accepted' }).markPaid).toBe(true)
    expect(offer({ state: 'accepted', total: 0 }).markPaid).toBe(false)
    expect(offer({ state: 'withdrawn' })).toMatchObject({
      send: false,
      edit: false,
      copyLink: false,
      resend: false,
      markPaid: false,
      withdraw: false,
    })
  })
})
