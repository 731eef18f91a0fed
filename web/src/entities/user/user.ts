// Derived values of a user: the name in two parts, and defaults for unset fields.
import { profile } from '@/shared/copy/identity/profile'
import type { User } from '../session/machine'

export type { User }

/** Splits a name: the first word is the first name, the rest, spaces included, is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const trimmed = name.trim()
  const space = trimmed.indexOf(' ')
  if (space === -1) return { firstName: trimmed, lastName: '' }
  return { firstName: trimmed.slice(0, space), lastName: trimmed.slice(space + 1).trim() }
}

export function joinName(firstName: string, lastName: string): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}

export function specialtyOf(user: Pick<User, 'specialty' | 'role'>): string {
  return user.specialty || user.role || profile.specialtyDefault
}

export function bioOf(user: Pick<User, 'bio'>): string {
  return user.bio || profile.bioDefault
}
