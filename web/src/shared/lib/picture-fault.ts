// Checks whether a file can be used as a photo, before it is decoded or uploaded; returns the error message or null.
import { AVATAR } from '@/shared/config/limits'
import { avatar } from '@/shared/copy/identity/profile'

export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!AVATAR.types.some((allowed) => allowed === type)) return avatar.wrongType
  return size > AVATAR.maxBytes ? avatar.tooLarge : null
}
