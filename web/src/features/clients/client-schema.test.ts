import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_TYPES, type Client, maskedNumber, RELATIONSHIPS } from '@/entities/clients/client'
import { clients, clientForm as copy } from '@/shared/copy/clients'
import { bodyOf, changeOf, clientSchema, isIncomplete, newValues, valuesOf } from './client-schema'

const whole = {
  ...newValues(),
  name: ' Nova Records ',
  email: 'accounts@nova.io',
  account_number: 'DE89 3704 0044',
  bank_name: 'First Harbor Bank',
}

const known = {
  ...valuesOf({ ...whole, name: 'Nova Records' } as unknown as Client),
  id: 'c1',
  phone: '+44 20',
  address: null,
} as unknown as Client

function faults(values: object): Record<string, string> {
  const { issues } = v.safeParse(clientSchema, values)
  return Object.fromEntries((issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]))
}

// CLI-02
describe("a client's form", () => {
  it('offers the account types and relationships of the specification', () => {
    expect(ACCOUNT_TYPES).toEqual(['checking', 'savings', 'business', 'money_market'])
    expect(RELATIONSHIPS).toEqual(['family', 'friend', 'business', 'vendor', 'employee', 'other'])
  })

  it('needs name, e-mail, account number and bank, and nothing else', () => {
    expect(Object.keys(faults(newValues())).sort()).toEqual(['account_number', 'bank_name', 'email', 'name'])
    expect(faults({ ...whole, name: '   ' })).toEqual({ name: copy.required })
    expect(faults(whole)).toEqual({})
  })

  it('says once that something is missing', () => {
    expect(isIncomplete({ name: { message: copy.required } })).toBe(true)
    expect(isIncomplete({ email: { message: clients.emailInvalid } })).toBe(false)
    expect(isIncomplete({})).toBe(false)
  })

  it.each(['ade', 'ade@', 'ade@studio', 'a b@x.io', '@x.io'])('refuses %s as an e-mail', (email) => {
    expect(faults({ ...whole, email })).toEqual({ email: 'Please enter a valid email address' })
  })

  it('takes account numbers as countries write them', () => {
    for (const account_number of ['12345678', 'DE89 3704 0044 0532', '12-34-56/001.2']) {
      expect(faults({ ...whole, account_number })).toEqual({})
    }
    for (const account_number of ['<script>', '--', '12_34']) {
      expect(faults({ ...whole, account_number })).toEqual({ account_number: copy.accountNumberBad })
    }
  })

  it('sends a new client without what was left empty', () => {
    const body = bodyOf(v.parse(clientSchema, whole))
    expect(body).toEqual({
      name: 'Nova Records',
      email: 'accounts@nova.io',
      account_number: 'DE89 3704 0044',
      bank_name: 'First Harbor Bank',
      account_type: 'checking',
      relationship: 'business',
    })
  })

  it('sends only what was changed, and an emptied field as empty', () => {
    const values = valuesOf(known)
    expect(changeOf(known, values)).toEqual({})
    expect(changeOf(known, { ...values, phone: '', relationship: 'vendor' })).toEqual({
      phone: '',
      relationship: 'vendor',
    })
  })
})

describe('an account number in a list', () => {
  it('shows only its end', () => {
    expect(maskedNumber('DE89 3704-0044')).toBe('•••• 0044')
    expect(maskedNumber('123')).toBe('123')
    expect(maskedNumber('')).toBe('Enter again')
  })
})
