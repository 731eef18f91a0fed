// The roles that a file of a beat may have. A beat has any number of versions of each; the newest is current.

export const ROLES = ['mp3', 'wav', 'stems', 'tagged', 'project', 'midi', 'artwork', 'other'] as const

export type Role = (typeof ROLES)[number]

/** Roles whose files are sound and can be played. */
export const AUDIO_ROLES: readonly Role[] = ['mp3', 'wav', 'tagged']

export function isRole(word: string): word is Role {
  return (ROLES as readonly string[]).includes(word)
}
