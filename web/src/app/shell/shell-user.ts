// What the shell needs to know of the person signed in.

export const PLATFORMS = ['spotify', 'soundcloud', 'youtube'] as const
export type Platform = (typeof PLATFORMS)[number]

export interface ShellUser {
  name: string
  /** Shown under the name, such as 'Music Producer'. */
  role: string
  avatarUrl?: string | null
  platformLinks?: Partial<Record<Platform, string | null>>
}

/** The id of the profile's field for a platform, which an unset link leads to. */
export const platformFieldId = (platform: Platform) => `platform-${platform}`
