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
  /** In seconds, for sound. */
  duration: number | null
  created_at: string
  /** How many live licenses name it. */
  promised: number
}

/** A role this version does not know is shown as other. */
export function fromServer(
  sent: Omit<BeatFile, 'role' | 'duration'> & { role: string; duration?: number | null },
): BeatFile {
  return { ...sent, role: isRole(sent.role) ? sent.role : 'other', duration: sent.duration ?? null }
}

/** The versions of each role that has files, the current one first and then the newest. */
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
