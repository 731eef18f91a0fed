import { describe, expect, it } from 'vitest'
import { type SecurityEntry, withoutDuplicates } from '@/entities/security/queries'
import { eventText } from './security-entries'

describe('the security log', () => {
  it('shows a row once that moved from one page into the next (SET-08)', () => {
    const row = (id: string) => ({ id }) as SecurityEntry
    const pages = [{ rows: [row('c'), row('b')] }, { rows: [row('b'), row('a')] }]
    expect(withoutDuplicates(pages).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  it('names every event, also one it does not know (SET-08)', () => {
    expect(eventText('sign_in_failed')).toBe('Sign-in failed')
    expect(eventText('passkey_added')).toBe('Passkey added')
  })
})
