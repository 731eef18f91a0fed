// APP-01
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Application } from '@/entities/applications/application'
import {
  type ApplicationInput,
  applicationSchema,
  bodyOf,
  changeOf,
  NEW_APPLICATION,
  valuesOf,
} from './application-schema'

const GOOD: ApplicationInput = { ...NEW_APPLICATION, title: 'Fund', organization: 'City Arts' }

const faultOf = (change: Partial<ApplicationInput>) =>
  v.safeParse(applicationSchema, { ...GOOD, ...change }).issues?.[0]?.message

const parsed = (input: ApplicationInput) => v.parse(applicationSchema, input)

const KNOWN: Application = {
  id: 'a',
  type: 'grant',
  title: 'Fund',
  organization: 'City Arts',
  amount: 5000,
  currency: 'GBP',
  status: 'draft',
  submitted_at: null,
  notes: 'Spring',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

describe('the form of an application (APP-01)', () => {
  it.each([
    [{ title: ' ' }, 'Enter a title'],
    [{ title: 'x'.repeat(201) }, 'Use up to 200 characters'],
    [{ organization: '' }, 'Enter an organization'],
    [{ amount: '0' }, 'Enter an amount above zero'],
    [{ amount: '1,5' }, 'Enter a number such as 120 or 1,250.50'],
    [{ notes: 'x'.repeat(2001) }, 'Use up to 2,000 characters'],
  ])('refuses %j', (change, text) => {
    expect(faultOf(change)).toBe(text)
  })

  it('needs no amount', () => {
    expect(faultOf({})).toBeUndefined()
    expect(bodyOf(parsed(GOOD))).toEqual({
      type: 'licence',
      status: 'draft',
      title: 'Fund',
      organization: 'City Arts',
      currency: 'USD',
    })
  })

  it('sends only what has changed, and takes away what was emptied', () => {
    expect(changeOf(KNOWN, parsed(valuesOf(KNOWN)))).toEqual({})
    expect(
      changeOf(KNOWN, parsed({ ...valuesOf(KNOWN), amount: '', notes: '', status: 'submitted' })),
    ).toEqual({
      amount: null,
      notes: '',
      status: 'submitted',
    })
    expect(changeOf(KNOWN, parsed({ ...valuesOf(KNOWN), amount: '5,000.50' }))).toEqual({ amount: 5000.5 })
  })
})
