// The terms of a license: which files it delivers, how long it lasts, and what each use is limited to.
import type { Schemas } from '@/shared/api/client'

export const FILE_ROLES = ['mp3', 'wav', 'tagged', 'stems', 'project', 'midi', 'artwork', 'other'] as const
export const CAPS = [
  'streams',
  'copies',
  'downloads',
  'monetized_videos',
  'monetized_video_streams',
  'radio',
  'paid_shows',
  'unpaid_shows',
  'videos',
  'video_streams',
] as const

export type FileRole = (typeof FILE_ROLES)[number]
export type CapName = (typeof CAPS)[number]

/** A cap that is allowed without a limit is unlimited. */
export type Cap = Schemas['LicenseCap']

export type Terms = Omit<Schemas['LicenseTerms'], 'delivers' | 'caps'> & {
  delivers: FileRole[]
  caps: Record<CapName, Cap>
}

/** The API types the names of files and caps as plain strings. Files that this version does not know are left out. */
export function termsFromServer({ delivers, caps }: Pick<Schemas['LicenseTerms'], 'delivers' | 'caps'>) {
  const capOf = (name: CapName): Cap => caps[name] ?? { allowed: true, limit: null }
  return {
    delivers: FILE_ROLES.filter((role) => delivers.includes(role)),
    caps: Object.fromEntries(CAPS.map((name) => [name, capOf(name)])) as Terms['caps'],
  }
}

export type CapState = 'none' | 'free' | 'fine' | 'hot' | 'over'

/** The used share of a cap from which on it is shown as nearly used up. */
const HOT_SHARE = 0.8

export function capStateOf({ allowed, limit }: Cap, used: number): CapState {
  if (!allowed) return 'none'
  if (limit === null) return 'free'
  if (used > limit) return 'over'
  return used >= limit * HOT_SHARE ? 'hot' : 'fine'
}

/** The share of a cap's limit that is used; 1 is all of it, 0 is returned where there is no limit. */
export function shareUsed({ allowed, limit }: Cap, used: number): number {
  if (!allowed || limit === null) return 0
  return limit === 0 ? (used > 0 ? 1 : 0) : used / limit
}

/** Returns the cap with the highest used share; 'streams' if no cap has a limit. */
export function mostUsed(caps: Terms['caps'], usage: Partial<Record<CapName, number>>): CapName {
  const limited = CAPS.filter((name) => caps[name].allowed && caps[name].limit !== null)
  const share = (name: CapName) => shareUsed(caps[name], usage[name] ?? 0)
  return limited.reduce((most, name) => (share(name) > share(most) ? name : most), limited[0] ?? 'streams')
}
