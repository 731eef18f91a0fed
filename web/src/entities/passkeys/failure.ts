// The error message for a passkey that could not be created or used. The server's own message takes precedence.
import { ApiError } from '@/shared/api/error'
import { calls } from '@/shared/copy/calls'
import { passkeys as copy } from '@/shared/copy/identity/passkeys'
import { PasskeyFault } from '@/shared/lib/webauthn'

/** Returns the message for a failed passkey call; `fallback` is used if the server sent no message. */
export function passkeyFailure(error: unknown, fallback: string): string {
  if (error instanceof PasskeyFault) return copy.faults[error.kind]
  if (error instanceof ApiError) return error.serverText ?? fallback
  return calls.offline
}

/** True if the person canceled, which is reported, but not as an error. */
export function isCanceled(error: unknown): boolean {
  return error instanceof PasskeyFault && error.kind === 'canceled'
}
