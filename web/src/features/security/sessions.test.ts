import { describe, expect, it } from 'vitest'
import { completeSessions, type DeviceSession } from '@/entities/security/queries'
import { timeAgo } from '@/shared/lib/time/time-ago'
import { isRealError } from './sessions-dialog'

describe('the list of sessions', () => {
  it('drops rows without id or createdAt (SET-05)', () => {
    const rows = [{ id: 'a', createdAt: 'x' }, { id: '', createdAt: 'x' }, { id: 'b' }, { createdAt: 'x' }]
    expect(completeSessions(rows as DeviceSession[]).map((row) => row.id)).toEqual(['a'])
  })

  it('does not complain that there are none (SET-05)', () => {
    expect(isRealError(new Error('There are no active sessions'))).toBe(false)
    expect(isRealError(new Error('Database away'))).toBe(true)
  })

  it('says how long ago', () => {
    const now = Date.parse('2026-01-02T12:00:00Z')
    expect(timeAgo('2026-01-02T11:59:30Z', now)).toBe('just now')
    expect(timeAgo('2026-01-02T11:58:30Z', now)).toBe('1 minute ago')
    expect(timeAgo('2026-01-02T07:00:00Z', now)).toBe('5 hours ago')
    expect(timeAgo('2026-01-01T12:00:00Z', now)).toBe('yesterday')
    expect(timeAgo('2026-01-02T12:00:30Z', now)).toBe('just now')
  })
})
