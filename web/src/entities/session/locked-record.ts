// The record of a locked tab in session storage: the user, the path, and the time of the lock. It is validated before
// use, because any script may have written it.
import { SESSION, STORAGE_KEYS } from '@/shared/config/limits'
import type { LockedRecord, LockedUser, User } from './machine'

export function lockedUser({ id, name, email, role }: User): LockedUser {
  return { id, name, email, role }
}

export function saveLockedRecord(storage: Storage, record: LockedRecord) {
  storage.setItem(STORAGE_KEYS.lockedRecord, JSON.stringify(record))
}

export function dropLockedRecord(storage: Storage) {
  storage.removeItem(STORAGE_KEYS.lockedRecord)
}

/** Returns the stored record if it is valid and younger than a day; any other record is removed. */
export function loadLockedRecord(storage: Storage, now: number): LockedRecord | null {
  const text = storage.getItem(STORAGE_KEYS.lockedRecord)
  if (text === null) return null
  const record = parse(text)
  if (record === null || now - record.timestamp > SESSION.lockedRecordLifetimeMs) {
    dropLockedRecord(storage)
    return null
  }
  return record
}

function parse(text: string): LockedRecord | null {
  try {
    const value: unknown = JSON.parse(text)
    return isLockedRecord(value) ? value : null
  } catch {
    return null
  }
}

function isLockedRecord(value: unknown): value is LockedRecord {
  if (!isRecord(value) || !isRecord(value.user)) return false
  const { id, name, email, role } = value.user
  return (
    [id, name, email, role].every((part) => typeof part === 'string') &&
    typeof value.timestamp === 'number' &&
    isLocalPath(value.path) &&
    (value.passkeys === undefined || isPasskeyList(value.passkeys))
  )
}

function isPasskeyList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isKnownPasskey)
}

function isKnownPasskey(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.transports)) return false
  return [value.id, ...value.transports].every((part) => typeof part === 'string')
}

/** A path of this app: one leading slash, so that no other host can be named. */
function isLocalPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
