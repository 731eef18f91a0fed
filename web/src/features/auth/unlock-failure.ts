// The message for a failed unlock. The server's own message comes first.
import { NoCredentialsError } from '@/entities/session/effects'
import { ApiError } from '@/shared/api/error'
import { lock } from '@/shared/copy/identity/session'

/** `refused` is what a plain 401 means at this step: the credentials, or the code. */
export function unlockFailure(error: unknown, refused: string): string {
  if (error instanceof NoCredentialsError) return lock.noCredentials
  if (!(error instanceof ApiError)) return lock.unexpected
  return error.serverText ?? (error.status === 401 ? refused : lock.failed)
}
