// The data of the signed-in person that the shell shows.

export const PLATFORMS = ['spotify', 'soundcloud', 'youtube'] as const
export type Platform = (typeof PLATFORMS)[number]

export interface ShellUser {
  name: string
  /** Shown under the name, such as 'Music Producer'. */
  role: string
  avatarUrl?: string | null
  platformLinks?: Partial<Record<Platform, string | null>>
}

/** The id of the profile field of a platform, to which the sidebar links while no address is set. */
export const platformFieldId = (platform: Platform) => `platform-${platform}`
