// The message for a passkey that could not be created or used. The server's own message comes first.
import { ApiError } from '@/shared/api/error'
import { calls } from '@/shared/copy/calls'
import { passkeys as copy } from '@/shared/copy/identity/passkeys'
import { PasskeyFault } from '@/shared/lib/webauthn'

/** `fallback` is for an answer without a sentence of its own. */
export function passkeyFailure(error: unknown, fallback: string): string {
  if (error instanceof PasskeyFault) return copy.faults[error.kind]
  if (error instanceof ApiError) return error.serverText ?? fallback
  return calls.offline
}

/** True if the person cancelled, which is reported but not as an error. */
export function isCanceled(error: unknown): boolean {
  return error instanceof PasskeyFault && error.kind === 'canceled'
}
