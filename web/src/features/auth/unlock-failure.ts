// The error message for a failed unlock. The server's own message takes precedence.
import { NoCredentialsError } from '@/entities/session/effects'
import { ApiError } from '@/shared/api/error'
import { lock } from '@/shared/copy/identity/session'

/**
 * Returns the message for a failed unlock; `refused` is the message for a 401 without one: wrong credentials or a wrong
 * code.
 */
export function unlockFailure(error: unknown, refused: string): string {
  if (error instanceof NoCredentialsError) return lock.noCredentials
  if (!(error instanceof ApiError)) return lock.unexpected
  return error.serverText ?? (error.status === 401 ? refused : lock.failed)
}
