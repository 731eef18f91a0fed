// The profile form: initial values, validation, and the request body.
import * as v from 'valibot'
import type { ProfileChange } from '@/entities/user/mutations'
import { bioOf, joinName, specialtyOf, splitName, type User } from '@/entities/user/user'
import { SIGN_UP } from '@/shared/config/limits'
import { platformLinks, profile } from '@/shared/copy/identity/profile'

export const PLATFORMS = ['spotify', 'soundcloud', 'youtube'] as const
type Platform = (typeof PLATFORMS)[number]

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const text = v.pipe(v.string(), v.trim())
const link = (platform: Platform) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (value) => value === '' || /^https:\/\/\S+\.\S+$/.test(value),
      profile.linkInvalid(platformLinks[platform]),
    ),
  )

export const profileSchema = v.pipe(
  v.object({
    firstName: v.pipe(text, v.nonEmpty(profile.firstNameRequired)),
    lastName: text,
    email: v.pipe(text, v.nonEmpty(profile.emailRequired), v.regex(LOOKS_LIKE_EMAIL, profile.emailInvalid)),
    phone: text,
    location: text,
    specialty: text,
    experience: text,
    bio: text,
    spotify: link('spotify'),
    soundcloud: link('soundcloud'),
    youtube: link('youtube'),
  }),
  v.forward(
    v.partialCheck(
      [['firstName'], ['lastName']],
      ({ firstName, lastName }) => {
        const { length } = joinName(firstName, lastName)
        return length === 0 || length >= SIGN_UP.nameMin
      },
      profile.nameTooShort,
    ),
    ['firstName'],
  ),
)

export type ProfileValues = v.InferOutput<typeof profileSchema>

export function profileValues(user: User): ProfileValues {
  const links = user.platform_links
  return {
    ...splitName(user.name),
    email: user.email,
    phone: user.phone ?? '',
    location: user.location ?? '',
    specialty: specialtyOf(user),
    experience: user.experience ?? '',
    bio: bioOf(user),
    spotify: links.spotify ?? '',
    soundcloud: links.soundcloud ?? '',
    youtube: links.youtube ?? '',
  }
}

const PLAIN = ['email', 'phone', 'location', 'specialty', 'experience', 'bio'] as const

/**
 * Returns the fields that differ from the initial values. An emptied field is sent as an empty text, which clears it.
 */
export function profileChange(before: ProfileValues, after: ProfileValues): ProfileChange {
  const change: ProfileChange = {}
  const name = joinName(after.firstName, after.lastName)
  if (name !== joinName(before.firstName, before.lastName)) change.name = name
  for (const key of PLAIN) if (after[key] !== before[key]) change[key] = after[key]
  const links = PLATFORMS.filter((platform) => after[platform] !== before[platform])
  if (links.length > 0) change.platform_links = Object.fromEntries(links.map((key) => [key, after[key]]))
  return change
}

/**
 * Maps a field name of the server's error messages to the form's field: the server has one name field and nested
 * platform links.
 */
export function formFieldOf(serverField: string): keyof ProfileValues | null {
  if (serverField === 'name') return 'firstName'
  const key = serverField.replace(/^platform_links\./, '')
  return [...PLAIN, ...PLATFORMS].find((field) => field === key) ?? null
}
