// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { loadLockedRecord, saveLockedRecord } from './locked-record'

const HOUR = 3_600_000
const user = { id: 'u1', name: 'Maya', email: 'maya@northline.studio', role: 'DJ' }
const record = { user, path: '/documents', timestamp: 1_000 }
const KEY = 'ledgerline.locked'

describe('the locked record', () => {
  it('comes back with user, path and timestamp (LOCK-02)', () => {
    saveLockedRecord(sessionStorage, record)
    expect(loadLockedRecord(sessionStorage, 2_000)).toEqual(record)
  })

  it('keeps which passkeys unlock the screen (GUARD-11)', () => {
    const known = { ...record, passkeys: [{ id: 'AAEC', transports: ['internal'] }] }
    saveLockedRecord(sessionStorage, known)
    expect(loadLockedRecord(sessionStorage, 2_000)).toEqual(known)
  })

  it('is dropped after 24 hours (LOCK-02)', () => {
    saveLockedRecord(sessionStorage, record)
    expect(loadLockedRecord(sessionStorage, 1_000 + 24 * HOUR)).toEqual(record)
    expect(loadLockedRecord(sessionStorage, 1_001 + 24 * HOUR)).toBeNull()
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  it.each([
    ['no JSON', 'locked'],
    ['no object', '7'],
    ['no user', JSON.stringify({ path: '/', timestamp: 1 })],
    ['half a user', JSON.stringify({ ...record, user: { id: 'u1' } })],
    ['no time', JSON.stringify({ ...record, timestamp: 'now' })],
    ['an address of another host', JSON.stringify({ ...record, path: '//evil.example/' })],
    ['a script', JSON.stringify({ ...record, path: 'javascript:alert(1)' })],
    ['a backslash host', JSON.stringify({ ...record, path: '/\\evil.example' })],
    ['passkeys that are no list', JSON.stringify({ ...record, passkeys: 'AAEC' })],
    ['a passkey without transports', JSON.stringify({ ...record, passkeys: [{ id: 'AAEC' }] })],
    ['a passkey whose id is no text', JSON.stringify({ ...record, passkeys: [{ id: 7, transports: [] }] })],
  ])('is not believed when it holds %s', (_name, text) => {
    sessionStorage.setItem(KEY, text)
    expect(loadLockedRecord(sessionStorage, 2)).toBeNull()
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })
})
