import { describe, expect, it } from 'vitest'
import { readRecipients, recipientBody, recipientsFault, withRecipients } from './recipients'

const person = (name: string, email = '') => ({ clientId: null, name, email })

describe('SHR-01 whom links are for', () => {
  it('reads names, addresses and both', () => {
    expect(readRecipients('Ade Balogun, kito@sound.example; "Iris Vance" <iris@vance.example>\n')).toEqual([
      person('Ade Balogun'),
      person('', 'kito@sound.example'),
      person('Iris Vance', 'iris@vance.example'),
    ])
    expect(readRecipients(' , ')).toEqual([])
  })

  it('adds nobody twice', () => {
    const client = { clientId: 'c-1', name: 'Ade', email: 'ade@x.example' }
    expect(withRecipients([client, person('Kito')], [person('kito'), client, person('Iris')])).toEqual([
      client,
      person('Kito'),
      person('Iris'),
    ])
  })

  it('refuses a wrong address and more than fifty', () => {
    expect(recipientsFault([person('Ade', 'ade@')])).toBe('ade@ is not an email address')
    const many = Array.from({ length: 51 }, (_, index) => person(`P${index}`))
    expect(recipientsFault(many)).toBe('Up to 50 people at once')
    expect(recipientsFault(many.slice(1))).toBeNull()
  })

  it('names a client by its id alone', () => {
    expect(recipientBody({ clientId: 'c-1', name: 'Ade', email: 'a@b.example' })).toEqual({
      client_id: 'c-1',
    })
    expect(recipientBody(person('Kito'))).toEqual({ name: 'Kito', email: '' })
  })
})
