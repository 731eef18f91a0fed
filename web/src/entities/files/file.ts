// A file of a beat on the screens.
import { isRole, type Role } from './role'

export interface BeatFile {
  id: string
  role: Role
  version: number
  is_current: boolean
  name: string
  mime: string
  size: number
  /** The duration of a sound file in seconds. */
  duration: number | null
  created_at: string
  /** How many live licenses promise this file. */
  promised: number
}

/** Converts a file of the API. A role that this version does not know becomes 'other'. */
export function fromServer(
  sent: Omit<BeatFile, 'role' | 'duration'> & { role: string; duration?: number | null },
): BeatFile {
  return { ...sent, role: isRole(sent.role) ? sent.role : 'other', duration: sent.duration ?? null }
}

/** Groups the files by role; in each group the current version comes first, then the newest. */
export function byRole(
  files: readonly BeatFile[],
  roles: readonly Role[],
): { role: Role; versions: BeatFile[] }[] {
  return roles
    .map((role) => ({
      role,
      versions: files
        .filter((file) => file.role === role)
        .sort((a, b) => Number(b.is_current) - Number(a.is_current) || b.version - a.version),
    }))
    .filter(({ versions }) => versions.length > 0)
}
