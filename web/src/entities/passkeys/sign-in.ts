// What the browser needs in order to ask for a passkey to sign in with.
import { api, type Schemas, unwrap } from '@/shared/api/client'

export async function signInOptions(): Promise<Schemas['PasskeyRequestOptions']> {
  return (await unwrap(api.POST('/api/auth/passkeys/sign-in/options'))).publicKey
}
