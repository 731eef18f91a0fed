// The time of the last activity in any tab. It is in local storage and not sent as a message, because a tab that slept
// must read it before it decides to lock.
import { STORAGE_KEYS } from '@/shared/config/limits'

const MINUTE = 60_000

type SharedActivity = { at: number; timeoutMs: number }

export function readSharedActivity(storage: Storage): SharedActivity | null {
  const match = /^(\d{1,16})\/(\d{1,6})$/.exec(storage.getItem(STORAGE_KEYS.lastActivity) ?? '')
  return match === null ? null : { at: Number(match[1]), timeoutMs: Number(match[2]) * MINUTE }
}

export function writeSharedActivity(storage: Storage, { at, timeoutMs }: SharedActivity) {
  storage.setItem(STORAGE_KEYS.lastActivity, `${at}/${Math.ceil(timeoutMs / MINUTE)}`)
}

export function dropSharedActivity(storage: Storage) {
  storage.removeItem(STORAGE_KEYS.lastActivity)
}
