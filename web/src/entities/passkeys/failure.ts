// What to say when a passkey could not be made or used. The server's own sentence comes first.
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

/** A person who cancels knows that they did; it is told, but not as an error. */
export function isCanceled(error: unknown): boolean {
  return error instanceof PasskeyFault && error.kind === 'canceled'
}
